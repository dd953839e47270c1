// Runs before the first paint, so that the page never shows the wrong theme first. Stored by src/site/theme.ts.
try {
  var theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') {
    document.documentElement.dataset.theme = theme;
    document.querySelectorAll('meta[name="theme-color"]').forEach(function (meta) {
      meta.media = meta.dataset.theme === theme ? 'all' : 'not all';
    });
  }
} catch (_) {}
// For elements that are shown only while the app is loading, such as the line at the top (see app.css).
document.documentElement.dataset.scripts = '';

// Whoever has moved before the app has started stays there (src/site/history.ts).
['wheel', 'touchstart', 'pointerdown', 'keydown'].forEach(function (move) {
  function moved() {
    document.documentElement.dataset.moved = '';
  }
  addEventListener(move, moved, { capture: true, passive: true, once: true });
});

// The server has rendered the first screen. Its style, font and picture have priority on a slow network: the app is loaded once that
// screen is painted. The build fills in `data-app` and `data-early`.
(function (first) {
  var begun = !first.dataset.app;
  function begin() {
    if (begun) return;
    begun = true;
    first.dataset.early.split(' ').forEach(function (file) {
      var rules = /\.wasm$/.test(file);
      add('link', rules ? { rel: 'preload', as: 'fetch', href: file } : { rel: 'modulepreload', href: file });
    });
    // Separate scripts, although one imports the other: so the browser can handle input between them.
    first.dataset.app.split(' ').forEach(function (file) {
      add('script', { type: 'module', async: false, src: file });
    });
    setTimeout(late, 15000);
  }
  // Reports a failure when the app's own scripts have not run after fifteen seconds.
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
  // Starts once the screen is painted; in a browser that does not report paints, 300 ms after the page's load event.
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
    // Starts at once without a server-rendered screen or on a hidden page; else after two seconds, even if a picture is not loaded.
    if (!document.querySelector('.reading') || document.visibilityState !== 'visible') begin();
    else setTimeout(begin, 2000);
  });
})(document.currentScript);
