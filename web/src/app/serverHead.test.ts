import { expect, test } from 'vitest';
import { dropServerHead } from './serverHead';

test("the server's head tags are removed when another page is opened", () => {
  document.head.innerHTML =
    '<meta name="splitline-site" content="{}"><meta data-server name="description"><link data-server rel="canonical">';
  let notify: (news: { fromLocation?: unknown; pathChanged: boolean }) => void = () => undefined;
  let listening = true;
  dropServerHead({
    subscribe: (_event, listener) => {
      notify = listener;
      return () => {
        listening = false;
      };
    },
  });
  const remaining = () => document.head.querySelectorAll('[data-server]').length;
  notify({ pathChanged: true });
  expect(remaining(), 'after the first page').toBe(2);
  notify({ fromLocation: {}, pathChanged: false });
  expect(remaining(), 'after a change of filters').toBe(2);
  notify({ fromLocation: {}, pathChanged: true });
  expect(remaining(), 'on another page').toBe(0);
  expect(document.head.querySelector('[name="splitline-site"]')).not.toBeNull();
  expect(listening).toBe(false);
});
