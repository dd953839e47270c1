import { Link } from '@tanstack/react-router';
import { siteName } from '@/ui';
import { Contact } from './Contact';
import { InfoPage, type InfoSection } from './InfoPage';

const sections: readonly InfoSection[] = [
  {
    id: 'who',
    title: 'What these terms cover',
    content: (
      <>
        <p>
          {siteName} organizes half marathons, 10Ks, 5Ks and triathlons in two states. These terms are for this website:
          its race pages, live tracking, results and accounts. By using it you agree to them.
        </p>
        <p>
          Your entry in a race has terms of its own. You accept them, and the race’s waiver, when you register. Where
          the two differ, the race’s terms count for the race.
        </p>
      </>
    ),
  },
  {
    id: 'registration',
    title: 'Registration',
    content: (
      <>
        <p>
          You register and pay with an external provider, such as Active or RunSignUp. The Register button takes you
          there. The provider’s own terms and privacy policy apply to what you enter; we never see your card.
        </p>
        <p>A race is canceled or full when its page says so, even if an old link to the provider still opens.</p>
      </>
    ),
  },
  {
    id: 'refunds',
    title: 'Refunds and transfers',
    content: (
      <p>
        Refunds are not currently offered. You can move your entry to another race, for a fee and until the day named on
        the race’s page.{' '}
        <Link to="/refundtransfer" className="link">
          Refunds and transfers
        </Link>{' '}
        shows how, and where to claim if you bought protection.
      </p>
    ),
  },
  {
    id: 'race-day',
    title: 'On race day',
    content: (
      <ul>
        <li>Bring an ID to packet pick-up where the race’s rules ask for one. Your bib and chip are yours alone.</li>
        <li>Follow the race’s rules, the marshals, the police and the medics. They may take you off the course.</li>
        <li>Courses have a time limit. After it roads reopen, and you finish as a pedestrian.</li>
        <li>
          Weather, a road or an authority may change, shorten, delay or cancel a race. We say so on the race’s page as
          soon as we know.
        </li>
        <li>On a military base its rules come first, and everyone who enters must be cleared in time.</li>
      </ul>
    ),
  },
  {
    id: 'risk',
    title: 'Your health',
    content: (
      <p>
        Running a race is hard on a body, and accidents happen on open roads. Take part only when you are fit for it,
        and ask a doctor when you doubt it. You run at your own risk, as far as the law allows; nothing here limits what
        the law doesn’t let us limit.
      </p>
    ),
  },
  {
    id: 'times',
    title: 'Times, results and awards',
    content: (
      <>
        <p>
          Times come from chips and mats. Those on the live page are provisional: a mat can miss a chip, and the referee
          can still change a result. Results are final when they are marked official.
        </p>
        <p>
          Think a time is wrong? Write to <Contact /> with your bib. We check against the raw reads, which we keep.
        </p>
      </>
    ),
  },
  {
    id: 'photos',
    title: 'Photos and film',
    content: (
      <p>
        We and the photographers we hire take pictures at our races, and may show them here and use them to tell people
        about our races. If one of you bothers you, tell us and we take it down from this site.
      </p>
    ),
  },
  {
    id: 'accounts',
    title: 'Accounts',
    content: (
      <ul>
        <li>One person, one account. Claim only results that are your own.</li>
        <li>Keep your password to yourself, and tell us when somebody else has it.</li>
        <li>We may close an account that is used to harm others, the races or this site.</li>
        <li>You can leave at any time. What happens to your data then is in the privacy policy.</li>
      </ul>
    ),
  },
  {
    id: 'fair-use',
    title: 'Using this site',
    content: (
      <p>
        Read it, share it, follow your friends with it. Don’t break it, overload it or get around its locks, and don’t
        collect people’s names from it. Texts, drawings and pictures belong to us or to whoever made them. Maps, videos
        and galleries come from other companies, under their terms.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes and law',
    content: (
      <>
        <p>
          When these terms change, the date at the top changes. A change never touches a race you are already entered
          in.
        </p>
        <p>
          The law of the state in which a race is held applies to it. Questions go to <Contact />.
        </p>
      </>
    ),
  },
];

/** The terms for using the site. */
export function TermsPage() {
  return (
    <InfoPage
      title="Terms and conditions"
      lead="Register with our providers, run safely, trust the official results, and treat each other well."
      updated="November 20, 2026"
      sections={sections}
    />
  );
}
