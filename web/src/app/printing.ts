/**
 * A sheet shows what is there when it is printed: a picture that waits to come near the screen begins to load, and one that
 * is not there yet leaves no hole (see app.css).
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
