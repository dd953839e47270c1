// Runs before the first paint, so that a chosen theme never flashes. Stored by src/site/theme.ts.
try {
  var theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') {
    document.documentElement.dataset.theme = theme;
    document.querySelectorAll('meta[name="theme-color"]').forEach(function (meta) {
      meta.media = meta.dataset.theme === theme ? 'all' : 'not all';
    });
  }
} catch (_) {}
// What only an app that is on its way may show, such as the line at the top (see app.css).
document.documentElement.dataset.scripts = '';

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
    setTimeout(late, 15000);
  }
  // Whatever hangs is given up after fifteen seconds; the app's own scripts have nobody else to notice it.
  function late() {
    var root = document.getElementById('root');
    if (!root || document.documentElement.hasAttribute('data-started')) return;
    var note = Object.assign(document.createElement('p'), { className: 'column py-6' });
    var again = Object.assign(document.createElement('a'), { className: 'link', href: location.href });
    note.setAttribute('role', 'alert');
    again.textContent = 'Load again';
    note.append('Request timeout. Please check your connection and try again. ', again);
    root.prepend(note);
    var boot = root.querySelector('.boot');
    if (boot) boot.remove();
  }
  function add(name, values) {
    document.head.append(Object.assign(document.createElement(name), { crossOrigin: '' }, values));
  }
  // Once the screen is seen; a browser that does not tell of its paints gets a moment after all is there.
  function seen() {
    setTimeout(begin, 300);
    try {
      new PerformanceObserver(function (paints) {
        if (paints.getEntriesByName('first-contentful-paint').length > 0) begin();
      }).observe({ type: 'paint', buffered: true });
    } catch (_) {}
  }
  addEventListener('load', seen);
  addEventListener('DOMContentLoaded', function () {
    // Nobody waits for a screen that the server did not write, or that no one looks at; nor for a picture that does not come.
    if (!document.querySelector('.reading') || document.visibilityState !== 'visible') begin();
    else setTimeout(begin, 2000);
  });
})(document.currentScript);
