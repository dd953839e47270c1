import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { ViewWindow } from '@/ui';

/** An empty page in standards mode. The template prevents React Aria from injecting a style (see index.html). */
const EMPTY =
  '<!doctype html><html lang="en"><head><template id="react-aria-pressable-style"></template></head><body></body></html>';

/** A screen's size in CSS pixels, and the scale at which it is drawn. */
export interface ScreenSize {
  width: number;
  height: number;
  scale: number;
}

/**
 * A screen of another size: an iframe with its own window, into which the children are rendered by a portal of the same React tree.
 * Media queries, `dvh` and fixed elements therefore refer to the iframe's size. Its styles are the site's own files, so it complies
 * with the page's content security policy without changes.
 */
export function Screen({ title, size, children }: { title: string; size: ScreenSize; children: ReactNode }) {
  const [page, setPage] = useState<Document>();
  const [styled, setStyled] = useState(false);
  const { width, height, scale } = size;
  const load = useCallback((frame: HTMLIFrameElement) => {
    setStyled(false);
    setPage(frame.contentDocument ?? undefined);
  }, []);

  useEffect(() => {
    if (!page) return;
    const cleanups = [copyStyles(page, () => setStyled(true)), blockSiteLinks(page)];
    return () => {
      for (const one of cleanups) one();
    };
  }, [page]);

  return (
    <div
      className="overflow-hidden rounded-bib border border-control bg-page"
      style={{ width: width * scale + 2, height: height * scale + 2 }}
    >
      <iframe
        title={title}
        srcDoc={EMPTY}
        onLoad={(event) => load(event.currentTarget)}
        className={`origin-top-left border-0 ${styled ? '' : 'invisible'}`}
        style={{ width, height, transform: `scale(${scale})` }}
      />
      {page?.defaultView &&
        createPortal(<ViewWindow value={page.defaultView}>{children}</ViewWindow>, page.body, 'screen')}
    </div>
  );
}

/** Copies the site's styles and theme into a document, also when they change. `ready` is called once the styles are loaded. */
function copyStyles(page: Document, ready: () => void): () => void {
  const { head, documentElement: root } = document;
  const style = () => {
    for (const old of page.head.querySelectorAll('link, style')) old.remove();
    const waiting = [...head.querySelectorAll('link[rel="stylesheet"], style')].map((one) => {
      const copy = page.importNode(one, true);
      page.head.append(copy);
      return copy instanceof Object && 'sheet' in copy && !copy.sheet && 'href' in copy ? loaded(copy) : undefined;
    });
    void Promise.all(waiting).then(ready);
  };
  const theme = () => {
    const chosen = root.dataset.theme;
    if (chosen === undefined) delete page.documentElement.dataset.theme;
    else page.documentElement.dataset.theme = chosen;
  };
  style();
  theme();
  const styles = new MutationObserver(style);
  styles.observe(head, { childList: true });
  const themes = new MutationObserver(theme);
  themes.observe(root, { attributes: true, attributeFilter: ['data-theme'] });
  return () => {
    styles.disconnect();
    themes.disconnect();
  };
}

function loaded(sheet: Element): Promise<void> {
  return new Promise((done) => {
    sheet.addEventListener('load', () => done(), { once: true });
    // A page without its styles is still better than none.
    sheet.addEventListener('error', () => done(), { once: true });
  });
}

/**
 * Handles clicks on links in a preview: a link within the page scrolls, a link to another site opens in a new tab so that it can be
 * tried, and any other link of this site does nothing, because it would leave the editor.
 */
function blockSiteLinks(page: Document): () => void {
  const click = (event: MouseEvent) => {
    const link = (event.target as Element | null)?.closest?.('a[href]');
    if (!link) return;
    const href = link.getAttribute('href') ?? '';
    if (link.getAttribute('target') === '_blank' && /^https?:/.test(href)) return;
    event.preventDefault();
    event.stopPropagation();
    if (href.startsWith('#')) page.getElementById(href.slice(1))?.scrollIntoView();
  };
  page.addEventListener('click', click, true);
  return () => page.removeEventListener('click', click, true);
}
