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
    <article
      aria-label="The certificate"
      className="mt-6 flex flex-col items-center gap-3 rounded-control border-2 border-ink bg-card px-4 py-12 text-center print:mt-0 print:border-4 print:py-24"
    >
      <p className="display text-2xl break-words desk:text-3xl">{certificate.race}</p>
      <p className="text-ink-2">
        {certificate.contest} · {certificate.date}
      </p>
      <h2 className="display mt-4 text-3xl break-words desk:text-4xl">{certificate.name}</h2>
      <p className="text-ink-2">Bib {certificate.bib} finished in</p>
      <p className="numerals text-[clamp(3.5rem,14vw,7.5rem)] leading-none text-line">{certificate.time}</p>
      <p className="text-ink-2">{certificate.clock}</p>
      <p className="mt-2 max-w-full font-semibold">{certificate.places.join(' · ')}</p>
      <p className="mt-6 text-sm text-ink-2">{siteName}</p>
      <p className="hidden text-sm break-all print:block">Check this certificate at {location.href}</p>
    </article>
  );
}
