import type { ReactNode } from 'react';
import { core, type Image } from '@/core';

/**
 * Returns an address of a picture, of the smallest size that is at least `width` pixels wide, else of the largest: a URL on the site's
 * server, or a data URL when the picture came with its bytes. Undefined without a picture.
 */
export function imageSource(image: Image | undefined, width: number): string | undefined {
  if (!image) return undefined;
  if (image.url) {
    const sizes = core().pictureSizes(image.url, image.width);
    return (sizes.find((one) => one.width >= width) ?? sizes.at(-1))?.url ?? image.url;
  }
  if (image.data) return `data:${image.contentType};base64,${image.data}`;
  return undefined;
}

/** A picture in the size that the screen needs; `fallback` when there is no picture, so that no empty box is shown. */
export function Picture({
  image,
  alt,
  sizes = '100vw',
  fallback = null,
  eager = false,
  className = '',
}: {
  image: Image | undefined;
  alt: string;
  sizes?: string;
  fallback?: ReactNode;
  /** Whether it is on the first screen: then it is loaded at once, before the rest. */
  eager?: boolean;
  className?: string;
}) {
  const source = imageSource(image, 960);
  if (!image || !source) return fallback;
  const stored = image.url ? core().pictureSizes(image.url, image.width) : [];
  return (
    <img
      src={source}
      {...(stored.length > 0 ? { srcSet: stored.map(({ url, width }) => `${url} ${width}w`).join(', '), sizes } : {})}
      width={image.width ?? 1200}
      height={image.height ?? 800}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      {...(eager ? { fetchPriority: 'high' as const } : {})}
      decoding="async"
      className={className}
    />
  );
}
