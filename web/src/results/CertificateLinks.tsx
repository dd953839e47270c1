import { Link } from '@tanstack/react-router';
import { Award, Download } from 'lucide-react';
import { buttonStyle } from '@/ui';

/** The certificate of a finish: its page, which anybody can check, and the files to keep. */
export function CertificateLinks({ code }: { code: string }) {
  return (
    <section className="mt-10 print:hidden" aria-labelledby="certificate">
      <h2 id="certificate" className="display mb-4 text-2xl">
        Certificate
      </h2>
      <div className="flex flex-wrap gap-3">
        <Link to="/verify/$code" params={{ code }} className={buttonStyle({ tone: 'ink' })}>
          <Award size={18} aria-hidden="true" />
          Show the certificate
        </Link>
        <CertificateFiles code={code} />
      </div>
    </section>
  );
}

/** The certificate as files. */
export function CertificateFiles({ code }: { code: string }) {
  const file = (kind: string) => `/api/verify/${encodeURIComponent(code)}/certificate.${kind}`;
  return (
    <>
      <a className={buttonStyle()} href={file('pdf')} download>
        <Download size={18} aria-hidden="true" />
        PDF
      </a>
      <a className={buttonStyle()} href={file('png')} download="certificate.png">
        <Download size={18} aria-hidden="true" />
        PNG
      </a>
    </>
  );
}
