import type { ReactNode } from 'react';
import { core, type Image } from '@/core';

/** An address of a picture at least `width` pixels wide, where it has one: on the site's own server, or its bytes where they came along. */
export function imageSource(image: Image | undefined, width: number): string | undefined {
  if (!image) return undefined;
  if (image.url) {
    const sizes = core().pictureSizes(image.url, image.width);
    return (sizes.find((one) => one.width >= width) ?? sizes.at(-1))?.url ?? image.url;
  }
  if (image.data) return `data:${image.contentType};base64,${image.data}`;
  return undefined;
}

/** A picture in the size that the screen needs; `fallback` stands in where there is none, so nothing is ever a grey box. */
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
  /** On the first screen: loaded at once, before the rest. */
  eager?: boolean;
  className?: string;
}) {
  const source = imageSource(image, 960);
  if (!image || !source) return fallback;
  const kept = image.url ? core().pictureSizes(image.url, image.width) : [];
  return (
    <img
      src={source}
      {...(kept.length > 0 ? { srcSet: kept.map(({ url, width }) => `${url} ${width}w`).join(', '), sizes } : {})}
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
