export { LineProgress, LineSweep, type LineTick, LineWave } from './BlueLine';
export { Button, type ButtonProps, ExternalButton } from './Button';
export { siteName } from './brand';
export { type ButtonLook, buttonStyle } from './buttonStyle';
export { type CallFailure, CallNotice } from './CallNotice';
export { Choice } from './Choice';
export { Countdown } from './Countdown';
export { type PictureUse, pictureKind, readyPicture } from './cropPicture';
export { DateField, type DateFieldProps } from './DateField';
export { ConfirmDialog, Dialog, type DialogProps } from './Dialog';
export { EmptyState } from './EmptyState';
export {
  controlStyle,
  type FieldParts,
  FieldProblem,
  FieldProblemText,
  NumberField,
  type Option,
  SearchField,
  SelectField,
  Switch,
  TextAreaField,
  TextField,
} from './Field';
export { FilePick } from './FilePick';
export { Frame, type FrameSource } from './Frame';
export { LogInLink } from './LogInLink';
export { Notice, type NoticeTone } from './Notice';
export { imageSource, Picture } from './Picture';
export {
  afterPictures,
  fileKey,
  fileSize,
  PICTURE_TYPES,
  PictureField,
  type PictureFieldProps,
  useFileUrl,
} from './PictureDrop';
export { type GridPicture, PictureGrid } from './PictureGrid';
export { PicturesField } from './PicturesField';
export { Prose } from './Prose';
export { NOBODY, useCurrentPageName, usePageName } from './pageName';
export { remember, remembered } from './remember';
export { RailDot, type RailSection, SectionRail, useCurrentSection } from './Sections';
export { Segmented } from './Segmented';
export { ShareButton } from './ShareButton';
export { Late, SKELETON_DELAY_MS, Skeleton } from './Skeleton';
export { Spinner } from './Spinner';
export { turnShortcuts, useShortcut, useShortcutsOn } from './shortcuts';
export { type Column, Table } from './Table';
export { Toaster, toast } from './Toaster';
export { useAddressText } from './useAddressText';
export { useMedia, useViewWindow, ViewWindow, WIDE_SCREEN } from './useMedia';
export { useNear } from './useNear';
export { usePageInUse } from './usePageInUse';
export { moved, useReorder } from './useReorder';
