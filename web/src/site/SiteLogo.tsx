/** The site's logo: a bib crossed by the blue line with its gap. Always next to the site's name. */
export function SiteLogo({ size = 36 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 36 36" fill="none" aria-hidden="true" className="shrink-0">
      <rect
        x="4.75"
        y="5.75"
        width="26.5"
        height="24.5"
        rx="3.5"
        fill="var(--color-card)"
        stroke="var(--color-ink)"
        strokeWidth="1.5"
      />
      <path
        d="M4.75 9.250a3.5 3.5 0 0 1 3.5-3.500h19.500a3.5 3.5 0 0 1 3.5 3.500V12.500H4.750Z"
        fill="var(--color-ink)"
      />
      <circle cx="9" cy="9.2" r="1.3" fill="var(--color-card)" />
      <circle cx="27" cy="9.2" r="1.3" fill="var(--color-card)" />
      <path
        d="M0 25c6.5-1 10-5.5 15.5-5.500S24 25 28 24.500s5.5-3.5 8-6.5"
        stroke="var(--color-line)"
        strokeWidth="4.5"
      />
      <path d="m20.8 18.2-2.2 6.6" stroke="var(--color-card)" strokeWidth="2" />
    </svg>
  );
}
