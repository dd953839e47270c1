import { Crop, RotateCcw, RotateCw } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import Cropper, { type Area, type MediaSize, type Point } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { Button } from './Button';
import {
  cropPicture,
  fitWithin,
  originalOf,
  type PictureUse,
  preparePicture,
  rotated,
  type Shape,
  type Size,
  unreadablePictureText,
} from './cropPicture';
import { Dialog } from './Dialog';
import { Notice } from './Notice';
import { useFileUrl } from './PictureDrop';
import { Segmented } from './Segmented';

const MAX_ZOOM = 4;
/** How far an arrow key moves the picture, in pixels of the screen; a tenth of that with Shift. */
const STEP = 20;
/** The largest ratio of a free shape: up to three times as wide as high, or as high as wide. */
const MAX_RATIO = 3;

/**
 * Crops a picture to a shape: by dragging and pinching, by the arrow keys and + and −, or by sliders, which need neither precision nor
 * dragging. It is rotated by 90 degrees at a time, so that no corner of the result is empty.
 */
export default function CropDialog({
  file,
  label,
  use,
  onDone,
  onClose,
}: {
  file: File;
  /** The picture's name, for the title. */
  label: string;
  use: PictureUse;
  /** Called with the resulting file. */
  onDone: (file: File) => void;
  onClose: () => void;
}) {
  const original = originalOf(file);
  const url = useFileUrl(original);
  const { shapes, cropped } = use;
  const [shape, setShape] = useState<Shape | undefined>(shapes[0]);
  const [media, setMedia] = useState<MediaSize>();
  // The exponent p of a free shape's ratio, MAX_RATIO ** p, so that the slider is symmetric; undefined means the picture's own ratio.
  const [power, setPower] = useState<number>();
  const [frame, setFrame] = useState<Size>();
  const [offset, setOffset] = useState<Point>({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [rotation, setRotation] = useState(0);
  const [area, setArea] = useState<Area>();
  const [working, setWorking] = useState(false);
  const [broken, setBroken] = useState(false);
  const help = useId();

  const upright = media && rotated({ width: media.naturalWidth, height: media.naturalHeight }, rotation);
  const ownRatio = upright ? upright.width / upright.height : 1;
  const ratio = shape?.ratio ?? (power === undefined ? ownRatio : MAX_RATIO ** power);
  // How far the picture may be moved until the frame reaches its edge, in pixels of the screen.
  const shown = media && rotated(media, rotation);
  const maxOffset: Point =
    shown && frame
      ? {
          x: Math.max(0, (shown.width * zoom - frame.width) / 2),
          y: Math.max(0, (shown.height * zoom - frame.height) / 2),
        }
      : { x: 0, y: 0 };
  const size = area && fitWithin(area, cropped);

  const move = (x: number, y: number) => setOffset({ x: clamp(x, maxOffset.x), y: clamp(y, maxOffset.y) });
  const zoomTo = (value: number) => setZoom(Math.min(MAX_ZOOM, Math.max(1, value)));
  const rotate = (by: number) => {
    setRotation((rotation + by + 360) % 360);
    setOffset({ x: 0, y: 0 });
  };
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.shiftKey && event.key.startsWith('Arrow') ? STEP / 10 : STEP;
    const keys: Record<string, () => void> = {
      ArrowLeft: () => move(offset.x - step, offset.y),
      ArrowRight: () => move(offset.x + step, offset.y),
      ArrowUp: () => move(offset.x, offset.y - step),
      ArrowDown: () => move(offset.x, offset.y + step),
      '+': () => zoomTo(zoom + 0.1),
      '=': () => zoomTo(zoom + 0.1),
      '-': () => zoomTo(zoom - 0.1),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  const finish = async (work: Promise<File | undefined>) => {
    setWorking(true);
    const made = await work;
    setWorking(false);
    if (made) onDone(made);
    else setBroken(true);
  };

  return (
    <Dialog
      title={`Crop: ${label}`}
      isOpen
      onClose={onClose}
      shape="wide"
      dismissable={false}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          {!broken && (
            <>
              <Button isDisabled={working} onPress={() => void finish(preparePicture(original, use))}>
                Use as it is
              </Button>
              <Button
                tone="ink"
                pending={working}
                isDisabled={!area}
                onPress={() => area && void finish(cropPicture(original, use, { ...area, rotation }))}
              >
                <Crop size={18} aria-hidden="true" />
                Crop
              </Button>
            </>
          )}
        </>
      }
    >
      {broken ? (
        <Notice tone="error">
          <p>{unreadablePictureText()}</p>
        </Notice>
      ) : (
        <div className="grid gap-6 md:grid-cols-[minmax(0,1fr)_16rem]">
          <div className="relative h-[min(46dvh,28rem)] min-h-48 overflow-hidden rounded-control border border-rule bg-sunk">
            {url && (
              <Cropper
                image={url}
                crop={offset}
                zoom={zoom}
                rotation={rotation}
                aspect={ratio}
                maxZoom={MAX_ZOOM}
                // The style sheet is imported as a file: the page's Content Security Policy allows no inline styles.
                disableAutomaticStylesInjection
                onCropChange={setOffset}
                onZoomChange={zoomTo}
                onCropAreaChange={(_, pixels) => setArea(pixels)}
                setMediaSize={setMedia}
                setCropSize={setFrame}
                // A logo is made for white paper.
                classes={{ mediaClassName: 'bg-white' }}
                mediaProps={{ onError: () => setBroken(true) }}
                cropperProps={{
                  role: 'application',
                  'aria-label': 'The part that stays',
                  'aria-describedby': help,
                  onKeyDown: press,
                }}
              />
            )}
          </div>
          <div className="flex flex-col gap-4">
            {shapes.length > 1 && shape && (
              <div className="flex">
                <Segmented
                  label="Shape"
                  options={shapes}
                  value={shape.id}
                  onChange={(id) => {
                    setShape(shapes.find((one) => one.id === id));
                    setOffset({ x: 0, y: 0 });
                  }}
                />
              </div>
            )}
            {shape && shape.ratio === undefined && (
              <Slider
                label="Tall to wide"
                value={Math.round((Math.log(ratio) / Math.log(MAX_RATIO)) * 100)}
                words={size ? `${size.width} by ${size.height} pixels` : ''}
                least={-100}
                onChange={(value) => setPower(value / 100)}
              />
            )}
            <Slider
              label="Zoom"
              value={Math.round(((zoom - 1) / (MAX_ZOOM - 1)) * 100)}
              words={`${Math.round(zoom * 100)} percent`}
              onChange={(value) => zoomTo(1 + (value / 100) * (MAX_ZOOM - 1))}
            />
            {/* The sliders show the position of the frame, so their direction is opposite to that of the picture. */}
            <Slider
              label="Left to right"
              value={framePosition(offset.x, maxOffset.x)}
              isDisabled={maxOffset.x < 1}
              onChange={(value) => move(maxOffset.x * (1 - value / 50), offset.y)}
            />
            <Slider
              label="Top to bottom"
              value={framePosition(offset.y, maxOffset.y)}
              isDisabled={maxOffset.y < 1}
              onChange={(value) => move(offset.x, maxOffset.y * (1 - value / 50))}
            />
            <div className="flex gap-2">
              <Button icon aria-label="Turn left" onPress={() => rotate(-90)}>
                <RotateCcw size={20} aria-hidden="true" />
              </Button>
              <Button icon aria-label="Turn right" onPress={() => rotate(90)}>
                <RotateCw size={20} aria-hidden="true" />
              </Button>
            </div>
            <p className="tabular text-sm text-ink-2">
              {size && `Will be ${size.width} × ${size.height} pixels`}
              {size && Math.max(size.width, size.height) < cropped / 2 && ', so it may look blurred'}
            </p>
          </div>
          <p id={help} className="text-sm text-ink-3 md:col-span-2">
            Drag or use the arrow keys to move the picture, and + and − to zoom. On a phone, pinch.
          </p>
        </div>
      )}
    </Dialog>
  );
}

function clamp(value: number, most: number): number {
  return Math.min(most, Math.max(-most, value));
}

/** The frame's position over the picture, in percent from one edge to the other. */
function framePosition(offset: number, maxOffset: number): number {
  return maxOffset < 1 ? 50 : Math.round(50 * (1 - offset / maxOffset));
}

/** The browser's own slider, with whole percents from `least` to 100. */
function Slider({
  label,
  value,
  words,
  least = 0,
  isDisabled = false,
  onChange,
}: {
  label: string;
  value: number;
  /** The value as screen readers read it. */
  words?: string;
  least?: number;
  isDisabled?: boolean;
  onChange: (value: number) => void;
}) {
  return (
    <label className="label flex flex-col gap-1 text-sm">
      {label}
      <input
        type="range"
        min={least}
        max={100}
        value={value}
        disabled={isDisabled}
        {...(words ? { 'aria-valuetext': words } : {})}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
        className="min-h-11 w-full cursor-pointer disabled:cursor-not-allowed md:min-h-8"
      />
    </label>
  );
}
