/**
 * The steps' pictures: a provider's page reduced to what matters, in our own drawing. The blue line leads to what is to be
 * pressed, which is painted in road yellow. Colours are the site's tokens, so they follow the theme.
 */
import type { ReactNode } from 'react';

const ink = 'var(--color-ink)';
const ink2 = 'var(--color-ink-2)';
const ink3 = 'var(--color-ink-3)';
const rule = 'var(--color-rule)';
const control = 'var(--color-control)';
const card = 'var(--color-card)';
const sunk = 'var(--color-sunk)';
const page = 'var(--color-page)';
const road = 'var(--color-road)';
const roadInk = 'var(--color-road-ink)';
const line = 'var(--color-line)';

/** The provider's window: a bib with its band and pin holes. */
function Sheet({ title, tone, children }: { title: string; tone: string; children: ReactNode }) {
  return (
    <>
      <rect width="480" height="320" fill={sunk} />
      <rect x="48.5" y="28.5" width="383" height="263" rx="10" fill={card} stroke={control} />
      <path d="M48.500 66V38.500a10 10 0 0 1 10-10h363a10 10 0 0 1 10 10V66Z" fill={tone} />
      {[
        [64, 47],
        [416, 47],
        [64, 276],
        [416, 276],
      ].map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r="5" fill={page} stroke={control} />
      ))}
      <Words x={240} y={53} size={17} anchor="middle" fill="var(--color-on-fill)" strong>
        {title}
      </Words>
      {children}
    </>
  );
}

function Words({
  x,
  y,
  size = 16,
  anchor = 'start',
  fill = ink,
  strong = false,
  children,
}: {
  x: number;
  y: number;
  size?: number;
  anchor?: 'start' | 'middle' | 'end';
  fill?: string;
  strong?: boolean;
  children: string;
}) {
  return (
    <text x={x} y={y} fontSize={size} textAnchor={anchor} fill={fill} fontWeight={strong ? 650 : 450}>
      {children}
    </text>
  );
}

/** What is to be pressed. */
function Target({ x, y, width, height = 38, children }: Box & { children: string }) {
  return (
    <>
      <rect x={x} y={y} width={width} height={height} rx="6" fill={road} stroke={roadInk} strokeWidth="2" />
      <Words x={x + width / 2} y={y + height / 2 + 5.5} anchor="middle" fill={roadInk} strong>
        {children}
      </Words>
    </>
  );
}

/** A control beside the one that matters. */
function Other({ x, y, width, height = 38, children }: Box & { children?: string }) {
  return (
    <>
      <rect x={x + 0.5} y={y + 0.5} width={width - 1} height={height - 1} rx="6" fill={card} stroke={control} />
      {children && (
        <Words x={x + width / 2} y={y + height / 2 + 5.5} anchor="middle" fill={ink3}>
          {children}
        </Words>
      )}
    </>
  );
}

interface Box {
  x: number;
  y: number;
  width: number;
  height?: number;
}

/** Text too small to matter. */
function Blur({ x, y, width }: { x: number; y: number; width: number }) {
  return <rect x={x} y={y} width={width} height="8" rx="2" fill={rule} />;
}

/** The painted line, from the picture's edge to what is to be pressed, with the gap of a split. */
function Lead({ d, gap }: { d: string; gap: readonly [number, number] }) {
  return (
    <>
      <path d={d} fill="none" stroke={line} strokeWidth="7" />
      <path
        d={`M${gap[0] + 2} ${gap[1] - 9}l-5 18`}
        fill="none"
        // The road shows through the gap, whichever that is here.
        stroke={gap[0] < 48 || gap[1] > 292 ? sunk : card}
        strokeWidth="3"
      />
    </>
  );
}

/** Who is logged in. */
function Account({ x, y, initial }: { x: number; y: number; initial: string }) {
  return (
    <>
      <circle cx={x} cy={y} r="15" fill={ink} />
      <Words x={x} y={y + 5.5} anchor="middle" fill={page} strong>
        {initial}
      </Words>
      <path d={`m${x + 23} ${y - 3} 5 6 5-6`} fill="none" stroke={ink3} strokeWidth="2" />
    </>
  );
}

/** A race as its bib. */
function MiniBib({ x, y, tone, numerals }: { x: number; y: number; tone: string; numerals: string }) {
  return (
    <>
      <rect x={x + 0.5} y={y + 0.5} width="75" height="55" rx="5" fill={card} stroke={control} />
      <path d={`M${x + 0.5} ${y + 14}v-8.500a5 5 0 0 1 5-5h65a5 5 0 0 1 5 5V${y + 14}Z`} fill={tone} />
      <text
        x={x + 38}
        y={y + 47}
        fontSize="36"
        textAnchor="middle"
        fill={ink}
        style={{ fontWeight: 900, fontStretch: '62%' }}
      >
        {numerals}
      </text>
    </>
  );
}

/** A choice among distances. */
function Choice({ y, label, chosen }: { y: number; label: string; chosen?: boolean }) {
  return (
    <>
      <circle cx="90" cy={y} r="9" fill={card} stroke={chosen ? ink : control} strokeWidth={chosen ? 2 : 1} />
      {chosen && <circle cx="90" cy={y} r="5" fill={ink} />}
      <Words x={110} y={y + 5.5} fill={chosen ? ink : ink2} strong={chosen === true}>
        {label}
      </Words>
    </>
  );
}

/** The menu under somebody's name. */
function MenuPicture({
  provider,
  tone,
  target,
  others,
}: {
  provider: string;
  tone: string;
  target: string;
  others: [string, string];
}) {
  return (
    <Sheet title={provider} tone={tone}>
      <Blur x={84} y={92} width={92} />
      <Blur x={84} y={114} width={64} />
      <Account x={352} y={96} initial="R" />
      <rect x="228.500" y="120.500" width="176" height="142" rx="6" fill={card} stroke={control} />
      <Lead d="M0 252C70 262 96 186 150 164S204 150 236 149" gap={[112, 193]} />
      <Target x={236} y={130} width={160}>
        {target}
      </Target>
      <Words x={252} y={201} fill={ink3}>
        {others[0]}
      </Words>
      <Words x={252} y={241} fill={ink3}>
        {others[1]}
      </Words>
    </Sheet>
  );
}

/** The list of races somebody is entered in. */
function ListPicture({
  provider,
  tone,
  target,
  other,
}: {
  provider: string;
  tone: string;
  target: string;
  other: string;
}) {
  return (
    <Sheet title={provider} tone={tone}>
      <MiniBib x={80} y={86} tone="var(--color-dhalf)" numerals="0412" />
      <Words x={172} y={108} strong>
        Spring Half
      </Words>
      <Words x={172} y={131} fill={ink2}>
        April 12
      </Words>
      <Lead d="M0 210C60 190 90 236 140 222S190 184 224 177" gap={[108, 223]} />
      <Target x={220} y={158} width={188}>
        {target}
      </Target>
      <Other x={284} y={88} width={124}>
        {other}
      </Other>
      <path d="M80 214.500h328" stroke={rule} />
      <Blur x={172} y={236} width={120} />
      <Blur x={172} y={256} width={72} />
      <rect x="80" y="230" width="76" height="38" rx="5" fill={sunk} />
    </Sheet>
  );
}

/** The new race's distances, and the button that goes on. */
function DistancePicture({
  provider,
  tone,
  event,
  target,
}: {
  provider: string;
  tone: string;
  event: string;
  target: string;
}) {
  return (
    <Sheet title={provider} tone={tone}>
      <rect x="80.5" y="84.500" width="320" height="42" rx="6" fill={card} stroke={ink} strokeWidth="1.500" />
      <Words x={96} y={111} strong>
        {event}
      </Words>
      <path d="m374 102 6 7 6-7" fill="none" stroke={ink3} strokeWidth="2" />
      <Choice y={154} label="Half marathon" />
      <Choice y={188} label="10K" chosen />
      <Choice y={222} label="5K" />
      <Lead d="M0 300C60 306 90 262 150 258S210 262 262 250" gap={[118, 267]} />
      <Target x={258} y={230} width={146}>
        {target}
      </Target>
    </Sheet>
  );
}

/** The actions on a registration, and the races it can be moved to. */
function TransferPicture() {
  return (
    <Sheet title="RunSignUp" tone="var(--color-d5k)">
      <Words x={80} y={100} strong>
        Manage registration
      </Words>
      <Blur x={80} y={116} width={104} />
      <Lead d="M0 128C34 124 44 164 76 164" gap={[34, 143]} />
      <Target x={72} y={144} width={208}>
        Transfer to another race
      </Target>
      <Words x={88} y={215} fill={ink3}>
        Edit my details
      </Words>
      <Words x={88} y={247} fill={ink3}>
        Change my shirt
      </Words>
      <MiniBib x={316} y={84} tone="var(--color-d10k)" numerals="0607" />
      <g>
        <rect x="308.500" y="147.500" width="91" height="71" rx="8" fill="none" stroke={line} strokeWidth="3" />
        <MiniBib x={316} y={155} tone="var(--color-dtri)" numerals="0913" />
      </g>
      <MiniBib x={316} y={226} tone="var(--color-d5k)" numerals="1026" />
      <path d="M280 164c14 0 14 18 28 18" fill="none" stroke={line} strokeWidth="5" />
    </Sheet>
  );
}

const active = { provider: 'Active', tone: 'var(--color-d10k)' };
const run = { provider: 'RunSignUp', tone: 'var(--color-d5k)' };

/** `at` is where the eye should be, in the drawing's own width. */
const drawings = {
  activeProfile: {
    at: 316,
    label: 'The menu under your name at Active. My Events is marked.',
    draw: () => <MenuPicture {...active} target="My Events" others={['Settings', 'Log out']} />,
  },
  activeChange: {
    at: 314,
    label: 'Your race in My Events. The button Change Event is marked.',
    draw: () => <ListPicture {...active} target="Change Event" other="Details" />,
  },
  activeSelect: {
    at: 300,
    label: 'A new event and its distances, 10K chosen. The button Confirm is marked.',
    draw: () => <DistancePicture {...active} event="Autumn Classic" target="Confirm" />,
  },
  runProfile: {
    at: 316,
    label: 'The menu under your name at RunSignUp. Profile is marked.',
    draw: () => <MenuPicture {...run} target="Profile" others={['Payments', 'Log out']} />,
  },
  runManage: {
    at: 314,
    label: 'Your race in your profile. The button Manage Registration is marked.',
    draw: () => <ListPicture {...run} target="Manage Registration" other="Details" />,
  },
  runTransfer: {
    at: 210,
    label: 'The actions on your registration. Transfer to another race is marked, and one of three races is chosen.',
    draw: () => <TransferPicture />,
  },
  runDistance: {
    at: 300,
    label: 'The new race’s distances, 10K chosen. The button Continue is marked.',
    draw: () => <DistancePicture {...run} event="Harbor 10K" target="Continue" />,
  },
} as const;

/** A picture's name. */
export type PictureName = keyof typeof drawings;

/** Where in a picture the eye should be, 0 to 1 of its width. */
export function pictureFocus(name: PictureName): number {
  return drawings[name].at / 480;
}

/** What a picture shows, in words. */
export function pictureLabel(name: PictureName): string {
  return drawings[name].label;
}

/** A step's picture, as wide as its place. */
export function StepDrawing({ name, className = '' }: { name: PictureName; className?: string }) {
  return (
    <svg viewBox="0 0 480 320" role="img" aria-label={pictureLabel(name)} className={`block w-full ${className}`}>
      {drawings[name].draw()}
    </svg>
  );
}
