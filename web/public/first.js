// Runs before the first paint, so that a chosen theme never flashes. Stored by src/site/theme.ts.
try {
  var theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch (_) {}

// The server has written the first screen, so on a thin line its style, type and picture go first: the app begins to load
// once that screen is there. `data-app` and `data-early` are filled in by the build.
(function (first) {
  var begun = !first.dataset.app;
  function begin() {
    if (begun) return;
    begun = true;
    first.dataset.early.split(' ').forEach(function (file) {
      var rules = /\.wasm$/.test(file);
      add('link', rules ? { rel: 'preload', as: 'fetch', href: file } : { rel: 'modulepreload', href: file });
    });
    // Each by itself, though one asks for the other: so the browser draws a breath between them.
    first.dataset.app.split(' ').forEach(function (file) {
      add('script', { type: 'module', async: false, src: file });
    });
  }
  function add(name, values) {
    document.head.append(Object.assign(document.createElement(name), { crossOrigin: '' }, values));
  }
  // A tab in the background paints nothing to wait for.
  if (document.visibilityState !== 'visible') begin();
  addEventListener('load', function () {
    requestAnimationFrame(function () {
      setTimeout(begin);
    });
  });
  // A picture that does not come holds nobody up.
  addEventListener('DOMContentLoaded', function () {
    setTimeout(begin, 2000);
  });
})(document.currentScript);
