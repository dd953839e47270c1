import { useRef } from 'react';

/** A mark in place of the styles of a mail, which the site's content security policy lets nobody write into markup. */
const HELD = 'data-style';

/**
 * The HTML of a mail in a frame of its own, in which no script runs. Its styles are set one by one once it is there: the policy of the site
 * allows that to its own script, and to no markup.
 */
export function MailFrame({ html }: { html: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const held = html
    .replaceAll(' style="', ` ${HELD}="`)
    .replace('<style>', '<template id="styles">')
    .replace('</style>', '</template>');
  const show = () => {
    const shown = frame.current;
    const mail = shown?.contentDocument;
    if (!shown || !mail?.body) return;
    for (const element of mail.querySelectorAll<HTMLElement>(`[${HELD}]`)) {
      element.style.cssText = element.getAttribute(HELD) ?? '';
    }
    const rules = mail.querySelector<HTMLTemplateElement>('#styles')?.content.textContent ?? '';
    const Sheet = (mail.defaultView as (Window & { CSSStyleSheet: typeof CSSStyleSheet }) | null)?.CSSStyleSheet;
    if (Sheet && 'adoptedStyleSheets' in mail) {
      const sheet = new Sheet();
      sheet.replaceSync(rules);
      mail.adoptedStyleSheets = [sheet];
    }
    // Links lead out of the page, whose text is not sent yet.
    for (const link of mail.querySelectorAll('a')) link.removeAttribute('href');
    shown.style.height = `${mail.documentElement.scrollHeight}px`;
  };
  return (
    <iframe
      ref={frame}
      title="The mail as it is shown"
      sandbox="allow-same-origin"
      srcDoc={held}
      onLoad={show}
      className="min-h-60 w-full rounded-control border border-rule bg-card"
    />
  );
}
