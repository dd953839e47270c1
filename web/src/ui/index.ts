export { LineProgress, LineSweep, type LineTick, LineWave } from './BlueLine';
export { Button, type ButtonProps, ExternalButton } from './Button';
export { siteName } from './brand';
export { storedText, storeText } from './browserStorage';
export { type ButtonLook, buttonStyle } from './buttonStyle';
export { type CallFailure, CallNotice } from './CallNotice';
export { Check } from './Check';
export { Countdown } from './Countdown';
export { controlStyle } from './controlStyle';
export { type PictureUse, pictureKind, preparePicture } from './cropPicture';
export { DateField, type DateFieldProps } from './DateField';
export { ConfirmDialog, Dialog, type DialogProps } from './Dialog';
export { dateAndClockOf } from './dateAndClock';
export { dayText } from './dayText';
export { EmptyState } from './EmptyState';
export {
  type FieldParts,
  FieldProblem,
  FieldProblemText,
  NumberField,
  type Option,
  SelectField,
  Switch,
  TextAreaField,
  TextField,
} from './Field';
export { FilePick } from './FilePick';
export { Frame, type FrameSource } from './Frame';
export { focusAfterDialog, isFocusLost } from './focusAfterDialog';
export { focusHome, useFocusHomes } from './focusHomes';
export { keptItems, newKey } from './keptItems';
export { LogInLink } from './LogInLink';
export { NativeSelect } from './NativeSelect';
export { Notice, type NoticeTone } from './Notice';
export { isDeadEntry } from './openEntries';
export { PageLinks } from './PageLinks';
export { imageSource, Picture } from './Picture';
export {
  fileKey,
  fileSize,
  PICTURE_TYPES,
  PictureField,
  type PictureFieldProps,
  PictureInput,
  Preview,
  useFileUrl,
  whenPicturesReady,
} from './PictureDrop';
export { type GridPicture, PictureGrid } from './PictureGrid';
export { PicturesField } from './PicturesField';
export { Prose } from './Prose';
export { NO_PAGE_NAME, useCurrentPageName, usePageName } from './pageName';
export { hasVisitorMoved, isPageReturning, setReturning } from './place';
export { QrCode } from './QrCode';
export { SearchField } from './SearchField';
export { RailDot, type RailSection, SectionRail, useCurrentSection } from './Sections';
export { Segmented } from './Segmented';
export { ShareButton } from './ShareButton';
export { DelayedSkeleton, SKELETON_DELAY_MS, Skeleton } from './Skeleton';
export { Spinner } from './Spinner';
export { setShortcutsOn, useShortcut, useShortcutsOn } from './shortcuts';
export { type Column, Table } from './Table';
export { EDITOR_TOAST_MS, Toaster, toast } from './Toaster';
export { useAddressText } from './useAddressText';
export { useMedia, useViewWindow, ViewWindow, WIDE_SCREEN } from './useMedia';
export { useNearViewport } from './useNearViewport';
export { usePageInUse } from './usePageInUse';
export { moved, useReorder } from './useReorder';
