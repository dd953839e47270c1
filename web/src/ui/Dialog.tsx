import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Button, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { BackCloses } from './BackCloses';
import { Button as KitButton } from './Button';

/** A dialog's props. Opened by state; Escape, the backdrop (when `dismissable`) and the cross close it. */
export interface DialogProps {
  title: ReactNode;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  /** Buttons at the foot, the main one last. */
  actions?: ReactNode;
  /** `sheet` rises from the bottom on phones; `wide` too, with room for a picture; `full` takes the whole screen (maps, galleries). */
  shape?: 'sheet' | 'wide' | 'full';
  role?: 'dialog' | 'alertdialog';
  dismissable?: boolean;
  /** Back closes it before it leaves the page: for what takes the page's place, a map or an enlarged picture. */
  backCloses?: boolean;
}

/** What floats above the page and holds the focus until it is closed. */
export function Dialog({
  title,
  isOpen,
  onClose,
  children,
  actions,
  shape = 'sheet',
  role = 'dialog',
  dismissable = true,
  backCloses = false,
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
      {backCloses && <BackCloses onClose={onClose} />}
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

/** Asks before something that cannot be undone. The words are the caller's, from the core. */
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
