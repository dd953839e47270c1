import { type ComponentType, lazy, type ReactNode } from 'react';
import { loadDesk, loadPictureRules } from '@/core';

/**
 * The public pages that the editor previews. They are in the slice `race`, which the editor must not import, so the app passes
 * them to it. Each is loaded when it is first shown.
 */
const pages = {
  Race: lazy(() => import('@/race/RacePage').then(({ RaceView }) => ({ default: RaceView }))),
  Media: lazy(() => import('@/race/MediaPage').then(({ MediaView }) => ({ default: MediaView }))),
  Layout: lazy(async () => {
    const [{ Navbar }, { TabBar }] = await Promise.all([import('@/site/Navbar'), import('@/site/TabBar')]);
    const Layout = ({ children }: { children: ReactNode }) => (
      <>
        {/* Inert: only shown in the preview, because their links would leave the editor. */}
        <div inert className="contents">
          <Navbar />
        </div>
        {/* Not a `main` element, because the editor's page already has one. */}
        <div className="min-h-dvh">{children}</div>
        <div inert>
          <TabBar />
        </div>
      </>
    );
    return { default: Layout };
  }),
};

/** Loads a screen of the editor, with the rules that it calls and the public pages that it previews. */
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
  const WithPublicPages = () => (
    <PublicPagesContext value={pages}>
      <Screen />
    </PublicPagesContext>
  );
  return { [name]: WithPublicPages };
}
