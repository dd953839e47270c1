import type { ReactNode } from 'react';
import type { Image } from '@/core';

/** The widths that the server keeps of a picture beside its own, in pixels. */
const WIDTHS = [480, 960, 1600];

/** An address of a picture at least `width` pixels wide, where it has one: on the site's own server, or its bytes where they came along. */
export function imageSource(image: Image | undefined, width: number): string | undefined {
  if (!image) return undefined;
  if (image.url) {
    const kept = widthsOf(image);
    return sized(image.url, kept.find((one) => one >= width) ?? kept.at(-1) ?? width);
  }
  if (image.data) return `data:${image.contentType};base64,${image.data}`;
  return undefined;
}

/** The widths that there are of a picture: those kept below its own, and its own. */
function widthsOf(image: Image): number[] {
  const own = image.width;
  return own === undefined ? WIDTHS : [...WIDTHS.filter((width) => width < own), own];
}

/** `/images/<hash>/<width>`, whether the address came with a width or without. */
function sized(url: string, width: number): string {
  const base = url.replace(/\/\d+$/, '');
  return base.startsWith('/images/') ? `${base}/${width}` : url;
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
  const onServer = image.url?.startsWith('/images/') ? image.url : undefined;
  return (
    <img
      src={source}
      {...(onServer
        ? {
            srcSet: widthsOf(image)
              .map((width) => `${sized(onServer, width)} ${width}w`)
              .join(', '),
            sizes,
          }
        : {})}
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
