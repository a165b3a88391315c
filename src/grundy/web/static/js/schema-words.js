// A JSON Schema in a few words, as a table of fields shows it.

/** @typedef {{[name: string]: any}} Schema */

/**
 * Follow a reference within the description.
 *
 * @param {Schema} schema
 * @param {{[name: string]: Schema}} schemas
 * @returns {Schema}
 */
export function resolved(schema, schemas) {
  const name = schema.$ref?.split("/").at(-1);
  return name ? schemas[name] : schema;
}

/**
 * Say what a value of a schema is: "integer from 1 to 9", "list of text", "normal or misere".
 *
 * @param {Schema} schema
 * @param {{[name: string]: Schema}} schemas
 * @returns {string}
 */
export function words(schema, schemas) {
  if (schema.$ref) {
    const found = resolved(schema, schemas);
    return found.type === "object" ? (found.title ?? "object") : words(found, schemas);
  }
  if (schema.anyOf) return schema.anyOf.map((one) => words(one, schemas)).join(" or ");
  if (Array.isArray(schema.type))
    return schema.type.map((type) => words({ ...schema, type }, schemas)).join(" or ");
  if (schema.enum) return schema.enum.join(" or ");
  if (schema.type === "array") {
    const items = schema.prefixItems
      ? `(${schema.prefixItems.map((one) => words(one, schemas)).join(", ")})`
      : words(schema.items ?? {}, schemas);
    return schema.prefixItems ? items : `list of ${items}`;
  }
  if (schema.type === "string") return "text";
  if (schema.type === "integer" || schema.type === "number") {
    const least = schema.minimum;
    const most = schema.maximum ?? (schema.exclusiveMaximum && schema.exclusiveMaximum - 1);
    if (least !== undefined && most !== undefined)
      return `${schema.type} from ${least} to ${most.toLocaleString("en")}`;
    return least === undefined ? schema.type : `${schema.type} from ${least} on`;
  }
  return schema.type ?? "any value";
}
