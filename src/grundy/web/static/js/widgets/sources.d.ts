/** What the package writes before the loader: the texts of the modules and styles by their names. */
declare const SOURCES: Record<string, string>;
