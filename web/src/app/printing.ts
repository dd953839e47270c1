/**
 * Prepares pictures for printing: lazy ones start to load, and those that are not loaded yet are marked so that they leave no
 * empty space (see app.css).
 */
export function preparePrinting(): void {
  addEventListener('beforeprint', () => {
    for (const picture of document.images) {
      if (picture.complete && picture.naturalWidth > 0) continue;
      picture.loading = 'eager';
      picture.dataset.late = '';
    }
  });
  addEventListener('afterprint', () => {
    for (const picture of document.images) delete picture.dataset.late;
  });
}
