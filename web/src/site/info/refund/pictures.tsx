/**
 * The pictures of the steps: simplified drawings of a provider's pages. The blue line points to the control to press, which is yellow. The
 * colours are the site's tokens, so they change with the theme.
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

/** The provider's window, drawn as a bib with its band and pin holes. */
function ProviderWindow({ title, tone, children }: { title: string; tone: string; children: ReactNode }) {
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
      <Label x={240} y={53} size={17} anchor="middle" fill="var(--color-on-fill)" strong>
        {title}
      </Label>
      {children}
    </>
  );
}

function Label({
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

/** The control to press. */
function Target({ x, y, width, height = 38, children }: Box & { children: string }) {
  return (
    <>
      <rect x={x} y={y} width={width} height={height} rx="6" fill={road} stroke={roadInk} strokeWidth="2" />
      <Label x={x + width / 2} y={y + height / 2 + 5.5} anchor="middle" fill={roadInk} strong>
        {children}
      </Label>
    </>
  );
}

/** A control that is not to be pressed. */
function OtherControl({ x, y, width, height = 38, children }: Box & { children?: string }) {
  return (
    <>
      <rect x={x + 0.5} y={y + 0.5} width={width - 1} height={height - 1} rx="6" fill={card} stroke={control} />
      {children && (
        <Label x={x + width / 2} y={y + height / 2 + 5.5} anchor="middle" fill={ink3}>
          {children}
        </Label>
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

/** A grey bar in place of text that does not matter. */
function SmallText({ x, y, width }: { x: number; y: number; width: number }) {
  return <rect x={x} y={y} width={width} height="8" rx="2" fill={rule} />;
}

/** The blue line from the picture's edge to the control to press, with a gap. */
function PointerLine({ d, gap }: { d: string; gap: readonly [number, number] }) {
  return (
    <>
      <path d={d} fill="none" stroke={line} strokeWidth="7" />
      <path
        d={`M${gap[0] + 2} ${gap[1] - 9}l-5 18`}
        fill="none"
        // The gap has the colour of the background at its position.
        stroke={gap[0] < 48 || gap[1] > 292 ? sunk : card}
        strokeWidth="3"
      />
    </>
  );
}

/** The icon of the logged-in user. */
function AccountIcon({ x, y, initial }: { x: number; y: number; initial: string }) {
  return (
    <>
      <circle cx={x} cy={y} r="15" fill={ink} />
      <Label x={x} y={y + 5.5} anchor="middle" fill={page} strong>
        {initial}
      </Label>
      <path d={`m${x + 23} ${y - 3} 5 6 5-6`} fill="none" stroke={ink3} strokeWidth="2" />
    </>
  );
}

/** A race as a small bib. */
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

/** An option in a list of distances. */
function DistanceOption({ y, label, chosen }: { y: number; label: string; chosen?: boolean }) {
  return (
    <>
      <circle cx="90" cy={y} r="9" fill={card} stroke={chosen ? ink : control} strokeWidth={chosen ? 2 : 1} />
      {chosen && <circle cx="90" cy={y} r="5" fill={ink} />}
      <Label x={110} y={y + 5.5} fill={chosen ? ink : ink2} strong={chosen === true}>
        {label}
      </Label>
    </>
  );
}

/** The user's menu. */
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
    <ProviderWindow title={provider} tone={tone}>
      <SmallText x={84} y={92} width={92} />
      <SmallText x={84} y={114} width={64} />
      <AccountIcon x={352} y={96} initial="R" />
      <rect x="228.500" y="120.500" width="176" height="142" rx="6" fill={card} stroke={control} />
      <PointerLine d="M0 252C70 262 96 186 150 164S204 150 236 149" gap={[112, 193]} />
      <Target x={236} y={130} width={160}>
        {target}
      </Target>
      <Label x={252} y={201} fill={ink3}>
        {others[0]}
      </Label>
      <Label x={252} y={241} fill={ink3}>
        {others[1]}
      </Label>
    </ProviderWindow>
  );
}

/** The list of the races for which the user is registered. */
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
    <ProviderWindow title={provider} tone={tone}>
      <MiniBib x={80} y={86} tone="var(--color-dhalf)" numerals="0412" />
      <Label x={172} y={108} strong>
        Spring Half
      </Label>
      <Label x={172} y={131} fill={ink2}>
        April 12
      </Label>
      <PointerLine d="M0 210C60 190 90 236 140 222S190 184 224 177" gap={[108, 223]} />
      <Target x={220} y={158} width={188}>
        {target}
      </Target>
      <OtherControl x={284} y={88} width={124}>
        {other}
      </OtherControl>
      <path d="M80 214.500h328" stroke={rule} />
      <SmallText x={172} y={236} width={120} />
      <SmallText x={172} y={256} width={72} />
      <rect x="80" y="230" width="76" height="38" rx="5" fill={sunk} />
    </ProviderWindow>
  );
}

/** The distances of the new race, and the button to continue. */
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
    <ProviderWindow title={provider} tone={tone}>
      <rect x="80.5" y="84.500" width="320" height="42" rx="6" fill={card} stroke={ink} strokeWidth="1.500" />
      <Label x={96} y={111} strong>
        {event}
      </Label>
      <path d="m374 102 6 7 6-7" fill="none" stroke={ink3} strokeWidth="2" />
      <DistanceOption y={154} label="Half marathon" />
      <DistanceOption y={188} label="10K" chosen />
      <DistanceOption y={222} label="5K" />
      <PointerLine d="M0 300C60 306 90 262 150 258S210 262 262 250" gap={[118, 267]} />
      <Target x={258} y={230} width={146}>
        {target}
      </Target>
    </ProviderWindow>
  );
}

/** The actions on a registration, and the races to which it can be transferred. */
function TransferPicture() {
  return (
    <ProviderWindow title="RunSignUp" tone="var(--color-d5k)">
      <Label x={80} y={100} strong>
        Manage registration
      </Label>
      <SmallText x={80} y={116} width={104} />
      <PointerLine d="M0 128C34 124 44 164 76 164" gap={[34, 143]} />
      <Target x={72} y={144} width={208}>
        Transfer to another race
      </Target>
      <Label x={88} y={215} fill={ink3}>
        Edit my details
      </Label>
      <Label x={88} y={247} fill={ink3}>
        Change my shirt
      </Label>
      <MiniBib x={316} y={84} tone="var(--color-d10k)" numerals="0607" />
      <g>
        <rect x="308.500" y="147.500" width="91" height="71" rx="8" fill="none" stroke={line} strokeWidth="3" />
        <MiniBib x={316} y={155} tone="var(--color-dtri)" numerals="0913" />
      </g>
      <MiniBib x={316} y={226} tone="var(--color-d5k)" numerals="1026" />
      <path d="M280 164c14 0 14 18 28 18" fill="none" stroke={line} strokeWidth="5" />
    </ProviderWindow>
  );
}

const active = { provider: 'Active', tone: 'var(--color-d10k)' };
const run = { provider: 'RunSignUp', tone: 'var(--color-d5k)' };

/** All pictures. `at` is the x coordinate of the important part, in the drawing's coordinates. */
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

/** The name of a picture. */
export type PictureName = keyof typeof drawings;

/** The horizontal position of a picture's important part, 0 to 1 of its width. */
export function pictureFocus(name: PictureName): number {
  return drawings[name].at / 480;
}

/** The description of a picture. */
export function pictureLabel(name: PictureName): string {
  return drawings[name].label;
}

/** A step's picture, as wide as its container. */
export function StepDrawing({ name, className = '' }: { name: PictureName; className?: string }) {
  return (
    <svg viewBox="0 0 480 320" role="img" aria-label={pictureLabel(name)} className={`block w-full ${className}`}>
      {drawings[name].draw()}
    </svg>
  );
}
