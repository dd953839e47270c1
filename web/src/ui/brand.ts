/** The site's name, from the page's own head: the server writes it there (SPLITLINE_SITE_NAME). */
export const siteName: string =
  document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content || 'Splitline';
