/** What the package writes before the loader: a way to make the modules, and all styles. */
declare const load: () => (name: string) => any;
declare const STYLE: string;
