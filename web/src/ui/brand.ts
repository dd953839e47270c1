/** The site's name, from the page's head, where the server writes it (SPLITLINE_SITE_NAME). */
export const siteName: string =
  document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content || 'Splitline';
