import { expect, test } from 'vitest';
import { dropServerHead } from './serverHead';

test("the server's head stays on its page and goes with it", () => {
  document.head.innerHTML =
    '<meta name="splitline-site" content="{}"><meta data-server name="description"><link data-server rel="canonical">';
  let tell: (news: { fromLocation?: unknown; pathChanged: boolean }) => void = () => undefined;
  let listening = true;
  dropServerHead({
    subscribe: (_event, listener) => {
      tell = listener;
      return () => {
        listening = false;
      };
    },
  });
  const left = () => document.head.querySelectorAll('[data-server]').length;
  tell({ pathChanged: true });
  expect(left(), 'after the first page').toBe(2);
  tell({ fromLocation: {}, pathChanged: false });
  expect(left(), 'after a filter').toBe(2);
  tell({ fromLocation: {}, pathChanged: true });
  expect(left(), 'on another page').toBe(0);
  expect(document.head.querySelector('[name="splitline-site"]')).not.toBeNull();
  expect(listening).toBe(false);
});
