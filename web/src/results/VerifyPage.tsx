import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import { callFailure } from '@/api';
import { Button, buttonStyle, CallNotice, DelayedSkeleton, Notice, ShareButton, Skeleton, siteName } from '@/ui';
import { type Verified, verifyQuery } from './api';
import { CertificateFiles } from './CertificateLinks';

/** The check of a certificate: whether the site made it, and the certificate itself, which prints on a sheet of its own. */
export function VerifyPage() {
  const { code } = useParams({ strict: false }) as { code: string };
  const { data, error, refetch } = useQuery(verifyQuery(code));
  return (
    <div className="column pt-8 pb-16 desk:pt-12">
      <h1 className="display text-3xl desk:text-4xl print:hidden">Certificate</h1>
      {!data && !error && (
        <DelayedSkeleton label="Checking the certificate">
          <Skeleton className="mt-6 h-96 w-full" />
        </DelayedSkeleton>
      )}
      {error && (
        <div className="mt-6 flex flex-col items-start gap-4">
          <CallNotice {...callFailure(error)} />
          <Button onPress={() => void refetch()}>Try Again</Button>
        </div>
      )}
      {data && (
        <>
          <div className="mt-6 print:hidden">
            <Notice tone={tone(data)}>{data.message}</Notice>
          </div>
          {data.certificate && <Sheet certificate={data.certificate} />}
          <div className="mt-6 flex flex-wrap gap-3 print:hidden">
            {data.certificate && (
              <>
                <Button onPress={() => window.print()}>
                  <Printer size={18} aria-hidden="true" />
                  Print
                </Button>
                <CertificateFiles code={code} />
                <ShareButton title={`Certificate: ${data.certificate.name}`} />
              </>
            )}
            {data.page ? (
              <a href={data.page} className={buttonStyle({ tone: 'ink' })}>
                The result
              </a>
            ) : (
              <Link to="/results" className={buttonStyle({ tone: 'ink' })}>
                All results
              </Link>
            )}
          </div>
        </>
      )}
    </div>
  );
}

function tone({ genuine, current }: Verified) {
  if (!genuine) return 'error';
  return current ? 'success' : 'info';
}

function Sheet({ certificate }: { certificate: NonNullable<Verified['certificate']> }) {
  return (
    <article aria-label="The certificate" className="certificate print:mt-0 print:border-4 print:py-24">
      <p className="certificate-race">{certificate.race}</p>
      <p className="certificate-small">
        {certificate.contest} · {certificate.date}
      </p>
      <h2 className="certificate-name">{certificate.name}</h2>
      <p className="certificate-small">Bib {certificate.bib} finished in</p>
      <p className="certificate-time">{certificate.time}</p>
      <p className="certificate-small">{certificate.clock}</p>
      <p className="certificate-places">{certificate.places.join(' · ')}</p>
      <p className="mt-6 text-sm text-ink-2">{siteName}</p>
      <p className="hidden text-sm break-all print:block">Check this certificate at {location.href}</p>
    </article>
  );
}
