import type { ComponentType } from 'react';
import { loadDesk } from '@/core';

/**
 * A screen of the editor, with the public pages that it previews: the race's own slice has them and the editor may not ask it,
 * so they meet here. Loaded together with the screen, and only with it.
 */
export const withPublicPages =
  (load: () => Promise<Record<string, unknown>>, name: string) => async (): Promise<Record<string, ComponentType>> => {
    const [screen, { PublicPagesContext }, { RaceView }, { MediaView }, { Navbar }, { TabBar }] = await Promise.all([
      load(),
      import('@/editor/preview/pages'),
      import('@/race/RacePage'),
      import('@/race/MediaPage'),
      import('@/site/Navbar'),
      import('@/site/TabBar'),
      loadDesk(),
    ]);
    const Screen = screen[name] as ComponentType;
    const pages = {
      Race: RaceView,
      Media: MediaView,
      Around: ({ children }: { children: React.ReactNode }) => (
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
      ),
    };
    const Previewing = () => (
      <PublicPagesContext value={pages}>
        <Screen />
      </PublicPagesContext>
    );
    return { [name]: Previewing };
  };
