import { contactAddress } from '../facts';

/** Where to write to, as part of a sentence: the address, or a word where the installation has none. */
export function Contact() {
  const address = contactAddress();
  if (!address) return <>us at packet pick-up or at the info tent on race day</>;
  return (
    <a className="link" href={`mailto:${address}`}>
      {address}
    </a>
  );
}
