import { useState } from 'react';
import { Button, siteName } from '@/ui';
import { PrivacyDialog } from '../PrivacyDialog';
import { Contact } from './Contact';
import { InfoPage, type InfoSection } from './InfoPage';

const sections: readonly InfoSection[] = [
  {
    id: 'short',
    title: 'In short',
    content: (
      <ul>
        <li>A race is public: names, bibs and times of those who run it can be seen by everyone.</li>
        <li>Nobody sees your date of birth, your e-mail or your phone; only your age group shows.</li>
        <li>A private profile hides your name everywhere but from you and our staff.</li>
        <li>We sell no data, and no advertiser follows you here.</li>
      </ul>
    ),
  },
  {
    id: 'what',
    title: 'What we hold, and where it comes from',
    content: (
      <>
        <p>
          <strong>From your registration.</strong> You register with an external provider. It passes on what a race
          needs: your name, gender, age or date of birth, distance, team, and a contact for race day. We never receive
          your card.
        </p>
        <p>
          <strong>From the timing.</strong> Your bib and chip, and when they crossed our mats. Raw reads are kept as the
          proof of your result.
        </p>
        <p>
          <strong>From you.</strong> If you make an account: your name, e-mail, date of birth and gender to find your
          results, and whatever you add to your profile. If you write to us: what you write.
        </p>
        <p>
          <strong>From your browser.</strong> Your address on the network and the page you ask for, as long as our
          servers need them to answer and to keep attackers out.
        </p>
      </>
    ),
  },
  {
    id: 'public',
    title: 'What everyone can see',
    content: (
      <>
        <p>
          Live tracking shows everyone on the course: name, bib, age group, gender as registered, split times, place and
          pace. Results stay on this site after the race, since sport is kept by its records.
        </p>
        <p>
          If your profile is private, both show “Private runner” in the place of your name. Ask us before race day if
          you have no account, and we do the same for your bib.
        </p>
      </>
    ),
  },
  {
    id: 'photos',
    title: 'Photos',
    content: (
      <p>
        Photographers work on our courses and at the finish. Galleries are open to everyone and may be hosted by another
        company. If you want a picture of you removed from this site, write to <Contact />.
      </p>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies and storage',
    content: <Cookies />,
  },
  {
    id: 'others',
    title: 'Other companies',
    content: (
      <>
        <p>Some things on a race’s page come from elsewhere, and that company then sees your address on the network:</p>
        <ul>
          <li>
            maps, course maps, videos and photo galleries in frames, which may set cookies of their own: they load only
            when you accepted all cookies, or asked for that one;
          </li>
          <li>a geocoder and a weather service, which are asked for the race’s place and never for yours;</li>
          <li>the registration provider, once you follow the Register button.</li>
        </ul>
        <p>
          We give your data to the timers, medics and authorities of your race as far as they need it, and to nobody
          else.
        </p>
      </>
    ),
  },
  {
    id: 'keeping',
    title: 'How long we keep it',
    content: (
      <ul>
        <li>Results and the reads behind them: as long as the race’s history is shown.</li>
        <li>Your account: until you delete it. Your name then leaves your profile at once.</li>
        <li>Requests for help: three years. Logs of our servers: thirty days.</li>
        <li>A list of what our staff changed, with who and when: kept, so that no result can be altered unseen.</li>
      </ul>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights',
    content: (
      <p>
        Wherever you live, you may see what we hold about you, have it corrected, take a copy with you, or have it
        deleted, as far as a race’s record doesn’t depend on it. Write to <Contact />; we answer within thirty days.
      </p>
    ),
  },
  {
    id: 'children',
    title: 'Children',
    content: (
      <p>
        Children run in some of our races, entered by a parent. Nobody under 13 may have an account. A parent can ask
        for a child’s name to be hidden at any time.
      </p>
    ),
  },
  {
    id: 'security',
    title: 'How it is kept safe',
    content: (
      <p>
        Passwords are stored so that nobody can read them, ourselves included. Sessions end when you log out or change
        your password. Only the people who need your data for a race can open it, and what they change is written down.
      </p>
    ),
  },
];

function Cookies() {
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      <p>
        <strong>Essential, always on.</strong> Two cookies for your login, and your browser’s own storage for your
        choices: the theme, these preferences, a form you have begun. Races you open are kept on your device so that
        they open without a network.
      </p>
      <p>
        <strong>Analytics, only with your consent.</strong> A script that counts which pages are read. It is loaded only
        when you accepted it, and never before.
      </p>
      <Button className="self-start" onPress={() => setChoosing(true)}>
        Change my preferences
      </Button>
      <PrivacyDialog isOpen={choosing} onClose={() => setChoosing(false)} />
    </>
  );
}

/** What the company knows about people, and what it does with it. */
export function PrivacyPage() {
  return (
    <InfoPage
      title="Privacy policy"
      lead={`What ${siteName} knows about you, who can see it, and how you change that.`}
      updated="November 20, 2026"
      sections={sections}
    />
  );
}
