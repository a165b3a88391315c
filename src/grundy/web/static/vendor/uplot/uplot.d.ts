/** The library has types of its own; the page uses little of it. */
declare const uPlot: any;
export default uPlot;
