/** What the refund and transfer page tells: where a claim goes, and each provider's steps in order. */
import type { PictureName } from './pictures';

/** A registration provider, and where it takes claims on the protection that it sold. */
export interface Provider {
  name: string;
  /** What the protection is called at the checkout. */
  protection: string;
  terms: string;
  claimUrl: string;
}

export const providers: readonly Provider[] = [
  {
    name: 'Active',
    protection: 'ACTIVE Refund',
    terms:
      'If you added it at checkout, ask for your money back there, online, until 48 hours before race day. Have the reference ID from its e-mail ready.',
    claimUrl: 'https://refund.active.com/',
  },
  {
    name: 'RunSignUp',
    protection: 'RegShield',
    terms:
      'If you added it at checkout, file your claim with the insurer. You need your policy’s e-mail and proof of the reason, such as a doctor’s letter.',
    claimUrl: 'https://www.fanshield.com/file-a-refund-request',
  },
];

/** One step of a transfer. */
export interface Step {
  title: string;
  text: string;
  picture: PictureName;
}

export const activeSteps: readonly Step[] = [
  {
    title: 'Open your profile, then My Events',
    text: 'Log in at Active with the e-mail you registered with. My Events is in the menu under your name.',
    picture: 'activeProfile',
  },
  {
    title: 'Choose Change Event',
    text: 'Find the race you can’t run and choose Change Event beside it.',
    picture: 'activeChange',
  },
  {
    title: 'Select the new event and distance',
    text: 'Pick one of our coming races and its distance, then confirm. Active shows the fee before you pay.',
    picture: 'activeSelect',
  },
];

export const runSignUpSteps: readonly Step[] = [
  {
    title: 'Open your profile',
    text: 'Log in at RunSignUp. Profile is in the menu under your name; it lists the races you are entered in.',
    picture: 'runProfile',
  },
  {
    title: 'Choose Manage Registration',
    text: 'Find the race you can’t run and choose Manage Registration beside it.',
    picture: 'runManage',
  },
  {
    title: 'Transfer to another race, then select the race',
    text: 'Choose Transfer to another race and pick the race you want to run instead.',
    picture: 'runTransfer',
  },
  {
    title: 'Select the distance and continue',
    text: 'Pick the new race’s distance and continue. RunSignUp shows the fee before you pay.',
    picture: 'runDistance',
  },
];
