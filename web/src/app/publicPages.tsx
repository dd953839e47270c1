import { type ComponentType, lazy, type ReactNode } from 'react';
import { loadDesk, loadPictureRules } from '@/core';

/**
 * The public pages that the editor previews: the race's own slice has them and the editor may not ask it, so they meet here.
 * Each is loaded when it is first looked at.
 */
const pages = {
  Race: lazy(() => import('@/race/RacePage').then(({ RaceView }) => ({ default: RaceView }))),
  Media: lazy(() => import('@/race/MediaPage').then(({ MediaView }) => ({ default: MediaView }))),
  Layout: lazy(async () => {
    const [{ Navbar }, { TabBar }] = await Promise.all([import('@/site/Navbar'), import('@/site/TabBar')]);
    const Layout = ({ children }: { children: ReactNode }) => (
      <>
        {/* To be looked at: what they do is the editor's page's business. */}
        <div inert className="contents">
          <Navbar />
        </div>
        {/* The page that it is previewed on has its main landmark already. */}
        <div className="min-h-dvh">{children}</div>
        <div inert>
          <TabBar />
        </div>
      </>
    );
    return { default: Layout };
  }),
};

/** A screen of the editor, given the rules that it asks and the public pages that it previews. */
export async function withPublicPages(
  load: () => Promise<Record<string, unknown>>,
  name: string,
): Promise<Record<string, ComponentType>> {
  const [screen, { PublicPagesContext }] = await Promise.all([
    load(),
    import('@/editor/preview/pages'),
    loadDesk(),
    loadPictureRules(),
  ]);
  const Screen = screen[name] as ComponentType;
  const Previewing = () => (
    <PublicPagesContext value={pages}>
      <Screen />
    </PublicPagesContext>
  );
  return { [name]: Previewing };
}
