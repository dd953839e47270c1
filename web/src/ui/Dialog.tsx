import { X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Dialog as AriaDialog, Button, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Button as KitButton } from './Button';
import { CloseOnBack } from './CloseOnBack';
import { focusAfterDialog, isFocusLost } from './focusAfterDialog';

/** A dialog's props. The caller's state opens it; Escape, a click outside (when `dismissable`) and the cross call `onClose`. */
export interface DialogProps {
  title: ReactNode;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  /** Buttons at the foot, the main one last. */
  actions?: ReactNode;
  /** `sheet` and `wide` (with space for a picture) are at the bottom of the screen on phones; `full` fills the screen (maps, galleries). */
  shape?: 'sheet' | 'wide' | 'full';
  role?: 'dialog' | 'alertdialog';
  dismissable?: boolean;
  /** Whether the browser's Back closes it instead of leaving the page: for dialogs that replace the page, a map or an enlarged picture. */
  closeOnBack?: boolean;
}

/** A modal dialog: it is shown above the page and keeps the focus until it is closed. */
export function Dialog({
  title,
  isOpen,
  onClose,
  children,
  actions,
  shape = 'sheet',
  role = 'dialog',
  dismissable = true,
  closeOnBack = false,
}: DialogProps) {
  const frame =
    shape === 'full'
      ? 'h-dvh w-screen'
      : `max-h-[92dvh] w-full rounded-t-bib sm:rounded-bib border border-rule shadow-float ${shape === 'wide' ? 'sm:w-[min(64rem,100vw-3rem)]' : 'sm:w-[min(40rem,100vw-3rem)]'}`;
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={dismissable}
      className="fixed inset-0 z-50 flex items-end justify-center bg-[rgb(8_14_16/0.6)] data-[entering]:animate-fade sm:items-center"
    >
      <FocusBack />
      {closeOnBack && <CloseOnBack onClose={onClose} />}
      <Modal className={`flex flex-col overflow-hidden bg-card data-[entering]:animate-rise ${frame}`}>
        <AriaDialog role={role} className="flex min-h-0 flex-1 flex-col outline-none">
          <header className="flex items-center justify-between gap-4 border-b border-rule py-2 pr-2 pl-6">
            <Heading slot="title" className="display text-lg">
              {title}
            </Heading>
            <Button
              slot="close"
              aria-label="Close"
              className="grid size-11 shrink-0 cursor-pointer place-items-center rounded-control text-ink-2 hover:bg-sunk"
            >
              <X size={20} aria-hidden="true" />
            </Button>
          </header>
          <div className={`min-h-0 flex-1 overflow-auto ${shape === 'full' ? '' : 'p-6'}`}>{children}</div>
          {actions && (
            <footer className="flex flex-wrap justify-end gap-3 border-t border-rule px-6 py-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
              {actions}
            </footer>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/**
 * When it is unmounted, gives the focus back to the element that had it before, if nothing else has it.
 *
 * The library does the same in the next frame, in which the page can still be inert on a busy device: then the focus would be lost.
 */
function FocusBack() {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => focusAfterDialog(() => (isFocusLost() && before instanceof HTMLElement ? before : null)),
    [before],
  );
  return null;
}

/** The question before an action that cannot be undone. The caller passes the texts, which come from the core. */
export function ConfirmDialog({
  title,
  isOpen,
  onClose,
  onConfirm,
  confirmLabel,
  pending = false,
  children,
}: {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  onConfirm: () => void;
  confirmLabel: string;
  pending?: boolean;
  children: ReactNode;
}) {
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      role="alertdialog"
      dismissable={false}
      actions={
        <>
          <KitButton onPress={onClose}>Cancel</KitButton>
          <KitButton tone="danger" pending={pending} onPress={onConfirm}>
            {confirmLabel}
          </KitButton>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
