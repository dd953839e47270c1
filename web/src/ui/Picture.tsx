import type { ReactNode } from 'react';
import type { Image } from '@/core';

/** The widths that the server keeps of every picture, in pixels. */
const WIDTHS = [320, 640, 960, 1280, 1920];

/** An address of a picture about `width` pixels wide: on the site's own server, or its bytes where they came along. */
export function imageSource(image: Image | undefined, width: number): string | undefined {
  if (!image) return undefined;
  if (image.url) return sized(image.url, width);
  if (image.data) return `data:${image.contentType};base64,${image.data}`;
  return undefined;
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
  eager?: boolean;
  className?: string;
}) {
  const source = imageSource(image, 960);
  if (!image || !source) return fallback;
  const onServer = image.url?.startsWith('/images/') ? image.url : undefined;
  return (
    <img
      src={source}
      {...(onServer ? { srcSet: WIDTHS.map((width) => `${sized(onServer, width)} ${width}w`).join(', '), sizes } : {})}
      width={image.width ?? 1200}
      height={image.height ?? 800}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      className={className}
    />
  );
}
