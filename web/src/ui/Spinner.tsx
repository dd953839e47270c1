/** A rotating arc in the text's colour, hidden from screen readers. The caller puts a text next to it that says what is loading. */
export function Spinner({ size = 24 }: { size?: number }) {
  return (
    <svg
      className="animate-spin motion-reduce:animate-none"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      aria-hidden="true"
    >
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="3" opacity="0.2" />
      <path d="M12 3a9 9 0 0 1 9 9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
