import { Share2 } from 'lucide-react';
import { Button, type ButtonProps } from './Button';
import { toast } from './Toaster';

/** Hands the page's address on: by the system's own sheet where there is one, else into the clipboard. */
export function ShareButton({ title, size }: { title: string } & Pick<ButtonProps, 'size'>) {
  const share = async () => {
    const url = location.href.replace(/#.*$/, '');
    try {
      // Only where touch is the main way in: desktop sheets are slower than a copied address.
      if (navigator.share && matchMedia('(pointer: coarse)').matches) {
        await navigator.share({ title, url });
        return;
      }
      await navigator.clipboard.writeText(url);
      toast.success('Link copied');
    } catch (error) {
      // Closing the sheet is not a failure.
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
