import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { ViewWindow } from '@/ui';

/** An empty page that the browser lays out as it does ours. The template keeps React Aria from injecting a style (index.html). */
const EMPTY =
  '<!doctype html><html lang="en"><head><template id="react-aria-pressable-style"></template></head><body></body></html>';

/** A screen's size in CSS pixels, and how large it is drawn. */
export interface ScreenSize {
  width: number;
  height: number;
  scale: number;
}

/**
 * A screen of another size: a frame with a window of its own, into which the same React tree goes on. Media queries, `dvh` and
 * what is fixed are therefore the frame's, and its styles are the site's own files. Nothing in it is loaded from anywhere but
 * the site, so the page's policy holds in it as it stands.
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
    const undo = [follow(page, () => setStyled(true)), restLinks(page)];
    return () => {
      for (const one of undo) one();
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

/** Gives a document the site's styles and theme, and keeps both as the site has them. `ready` is called once the styles are in. */
function follow(page: Document, ready: () => void): () => void {
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
    // A page without its styles still says more than none.
    sheet.addEventListener('error', () => done(), { once: true });
  });
}

/**
 * In a preview a link within the page scrolls, one to another site opens beside it so that it can be tried, and one to the
 * rest of this site rests: it would take the editor away.
 */
function restLinks(page: Document): () => void {
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
