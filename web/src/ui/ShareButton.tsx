import { Share2 } from 'lucide-react';
import { Button, type ButtonProps } from './Button';
import { toast } from './Toaster';

/** Shares the page's address, or another `url`: with the system's share dialog on touch devices, else by copying it to the clipboard. */
export function ShareButton({ title, size, url: other }: { title: string; url?: string } & Pick<ButtonProps, 'size'>) {
  const share = async () => {
    const url = other ?? location.href.replace(/#.*$/, '');
    try {
      // Only on touch devices: on a desktop the share dialog is slower than a copied address.
      if (navigator.share && matchMedia('(pointer: coarse)').matches) {
        await navigator.share({ title, url });
        return;
      }
      await navigator.clipboard.writeText(url);
      toast.success('Link copied');
    } catch (error) {
      // The visitor closed the share dialog, which is not a failure.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      toast(url);
    }
  };
  return (
    <Button icon size={size} aria-label="Share" onPress={() => void share()}>
      <Share2 size={22} aria-hidden="true" />
    </Button>
  );
}
