import { act, fireEvent, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useReorder } from './useReorder';

/** Drags the first entry of three to the third position; `meanwhile` runs before the pointer is released. */
function drag(meanwhile: () => void) {
  const onMove = vi.fn();
  const { result } = renderHook(() => useReorder(['a', 'b', 'c'], String, onMove));
  const list = document.createElement('ol');
  list.innerHTML = '<li data-entry="2"></li>';
  Object.assign(result.current.box, { current: list });
  document.elementFromPoint = () => list.firstElementChild;
  const event = { button: 0, preventDefault: () => {}, currentTarget: { setPointerCapture: () => {} } };
  act(() => result.current.grip(0).onPointerDown(event as never));
  act(() => result.current.grip(0).onPointerMove(event as never));
  meanwhile();
  act(() => result.current.grip(0).onPointerUp());
  return onMove;
}

test('a drag moves the entry when the pointer is released', () => {
  expect(drag(() => {})).toHaveBeenCalledWith(0, 2);
});

test('Escape cancels a drag, and no other listener receives the key', () => {
  const closeDialog = vi.fn();
  document.addEventListener('keydown', closeDialog);
  expect(drag(() => fireEvent.keyDown(document.body, { key: 'Escape' }))).not.toHaveBeenCalled();
  expect(closeDialog).not.toHaveBeenCalled();
  document.removeEventListener('keydown', closeDialog);
});
