import { LineWave } from '@/ui';
import { Blocks, InlineText, type SiteText } from './texts';

/** A page with a text of the site: its title, a summary, a table of contents and the sections. */
export function InfoPage({ text }: { text: SiteText }) {
  const { title, lead, updated, sections } = text;
  return (
    <article>
      <header className="relative isolate overflow-x-clip">
        <LineWave className="absolute bottom-0 left-0 -z-10 h-24 w-full desk:h-32" />
        <div className="column pt-8 pb-28 desk:pt-12 desk:pb-36">
          <h1 className="display text-3xl desk:text-4xl">{title}</h1>
          <p className="mt-4 max-w-[60ch] text-lg text-ink-2">
            <InlineText parts={lead} />
          </p>
          {updated && <p className="mt-3 text-sm text-ink-3">Last changed {updated}</p>}
        </div>
      </header>
      <div className="column mt-8 grid gap-x-16 gap-y-10 desk:grid-cols-[15rem_minmax(0,1fr)]">
        <nav aria-label="On this page" className="desk:sticky desk:top-24 desk:self-start print:hidden">
          <ol className="columns-1 gap-x-8 sm:columns-2 desk:columns-1">
            {sections.map((section) => (
              <li key={section.id}>
                <a
                  href={`#${section.id}`}
                  className="inline-flex min-h-11 items-center py-1 text-base leading-snug text-ink-2 no-underline hover:text-ink hover:underline"
                >
                  {section.title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="flex max-w-[68ch] flex-col gap-10">
          {sections.map((section) => (
            <section key={section.id} id={section.id} aria-labelledby={`${section.id}-title`}>
              <h2 id={`${section.id}-title`} className="display text-xl">
                {section.title}
              </h2>
              <div className="mt-3 flex flex-col gap-4 [&_li]:pl-1 [&_ul]:flex [&_ul]:list-disc [&_ul]:flex-col [&_ul]:gap-2 [&_ul]:pl-6 [&_ul]:marker:text-line">
                <Blocks blocks={section.blocks} />
              </div>
            </section>
          ))}
        </div>
      </div>
    </article>
  );
}
