/** The library has types of its own; the page uses little of it. */
export declare const Graphviz: any;
