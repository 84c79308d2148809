// Draws the charts of a page when they come near the screen, in the colours of the reader's scheme.
//
// A chart is <figure class="chart" data-chart="file.json"> with a <div class="chart-plot"> in it. The file is a
// Plotly document without colours: a trace names its colour in meta.colour, and the file's palette says what the
// name looks like in each scheme. The name "text" is the page's own text colour. If the document has a drawing
// under "narrow", narrow plots show that one. Nothing is asked of another site.
(() => {
  "use strict";

  const PLOTLY = new URL("vendor/plotly-basic.min.js", document.currentScript.src);
  const NARROW = 560;
  const FAILED = "The chart could not be drawn; the table below holds its numbers.";
  // Plotly 4 offers to upload a chart to its makers unless it is told not to.
  const CONFIG = { displayModeBar: false, displaylogo: false, showSendToCloud: false, plotlyServerURL: "" };

  const contents = new Map();
  let loading;

  const loadPlotly = () =>
    (loading ??= new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = PLOTLY;
      script.onload = resolve;
      script.onerror = () => reject(new Error(`cannot load ${PLOTLY}`));
      document.head.append(script);
    }));

  const loadContent = async (figure) => {
    const response = await fetch(new URL(figure.dataset.chart, location.href));
    if (!response.ok) throw new Error(`cannot load ${response.url}: ${response.status}`);
    contents.set(figure, await response.json());
  };

  const plotOf = (figure) => figure.querySelector(".chart-plot");

  // A variable may hold hsla() of other variables; only a computed colour is one that Plotly reads for certain.
  const pageColour = (plot, variable) => {
    plot.style.color = `var(--md-default-${variable})`;
    const { color } = getComputedStyle(plot);
    plot.style.color = "";
    return color;
  };

  const paintTrace = (trace, color) => {
    for (const part of ["marker", "line", "error_x", "error_y"]) if (trace[part]) trace[part].color = color;
    trace.textfont = { ...trace.textfont, color };
  };

  const paintLayout = (layout, plot) => {
    const [text, page, grid] = ["fg-color", "bg-color", "fg-color--lightest"].map((name) => pageColour(plot, name));
    const size = plot.clientWidth < NARROW ? 12 : 14;
    layout.width = plot.clientWidth;
    layout.font = { ...layout.font, family: getComputedStyle(plot).fontFamily, size, color: text };
    layout.paper_bgcolor = layout.plot_bgcolor = "rgba(0,0,0,0)";
    layout.hoverlabel = { bgcolor: page, bordercolor: text, font: { size: 13, color: text }, align: "left" };
    for (const name of Object.keys(layout).filter((key) => /^[xy]axis\d*$/.test(key))) {
      const title = { ...layout[name].title, font: { size } };
      Object.assign(layout[name], { title, gridcolor: grid });
    }
    for (const shape of layout.shapes ?? []) shape.line = { ...shape.line, color: text };
    // The lines of the plot stop where a text stands.
    for (const annotation of layout.annotations ?? []) annotation.bgcolor = page;
  };

  const draw = async (figure) => {
    const { narrow, palette, ...wide } = structuredClone(contents.get(figure));
    const plot = plotOf(figure);
    const { data, layout } = (plot.clientWidth < NARROW && narrow) || wide;
    const scheme = document.body.dataset.mdColorScheme === "slate" ? "dark" : "light";
    const colours = { ...palette[scheme], text: pageColour(plot, "fg-color") };
    for (const trace of data) paintTrace(trace, colours[trace.meta.colour]);
    paintLayout(layout, plot);
    await window.Plotly.react(plot, data, layout, CONFIG);
    figure.dataset.drawn = "true";
  };

  const fail = (figure, error) => {
    console.error(error);
    contents.delete(figure);
    const plot = plotOf(figure);
    // As an image, the plot would hide the sentence from a screen reader.
    for (const attribute of ["role", "aria-label"]) plot.removeAttribute(attribute);
    plot.textContent = FAILED;
  };

  const redraw = (figure) => draw(figure).catch((error) => fail(figure, error));

  const widths = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const figure = target.closest("figure");
      const changed = target.clientWidth > 0 && target.clientWidth !== target._fullLayout?.width;
      if (contents.has(figure) && changed) redraw(figure);
    }
  });

  const begin = (figure) =>
    Promise.all([loadContent(figure), loadPlotly()])
      .then(() => draw(figure))
      .then(() => widths.observe(plotOf(figure)))
      .catch((error) => fail(figure, error));

  const arrive = (entries) => {
    for (const { target } of entries.filter((entry) => entry.isIntersecting)) {
      nearScreen.unobserve(target);
      begin(target);
    }
  };
  const nearScreen = new IntersectionObserver(arrive, { rootMargin: "400px 0px" });

  // Called again when Material replaces the content without loading a page.
  const watch = () => {
    for (const figure of contents.keys()) if (!figure.isConnected) contents.delete(figure);
    for (const figure of document.querySelectorAll("figure.chart:not([data-drawn])")) nearScreen.observe(figure);
  };
  const repaint = () => document.querySelectorAll("figure.chart[data-drawn]").forEach(redraw);

  new MutationObserver(repaint).observe(document.body, { attributeFilter: ["data-md-color-scheme"] });
  if (window.document$) window.document$.subscribe(watch);
  else watch();
})();
