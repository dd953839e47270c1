import { Crop, RotateCcw, RotateCw } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import Cropper, { type Area, type MediaSize, type Point } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { Button } from './Button';
import {
  cutPicture,
  notAPicture,
  originalOf,
  type PictureUse,
  readyPicture,
  type Shape,
  type Size,
  turned,
  within,
} from './cropPicture';
import { Dialog } from './Dialog';
import { Notice } from './Notice';
import { useFileUrl } from './PictureDrop';
import { Segmented } from './Segmented';

/** How near a picture can be brought. */
const MOST_ZOOM = 4;
/** How far an arrow key moves the picture, in pixels of the screen; a tenth of it with Shift. */
const STEP = 20;
/** The freest shapes are three times as long as wide, either way. */
const MOST_RATIO = 3;

/**
 * Cuts a picture to its shape: by dragging and pinching, by the arrow keys and + and −, or by sliders, which need neither a
 * steady hand nor a drag. Turns are by quarters, so no corner of the cut is ever empty.
 */
export default function CropDialog({
  file,
  label,
  use,
  onDone,
  onClose,
}: {
  file: File;
  /** What the picture is, for the title. */
  label: string;
  use: PictureUse;
  /** Called with the picture as it will be sent. */
  onDone: (file: File) => void;
  onClose: () => void;
}) {
  const original = originalOf(file);
  const url = useFileUrl(original);
  const { shapes, cut } = use;
  const [shape, setShape] = useState<Shape | undefined>(shapes[0]);
  const [media, setMedia] = useState<MediaSize>();
  // The ratio of a free shape as the power of MOST_RATIO, so that tall and wide are equally far; at first the picture's own.
  const [power, setPower] = useState<number>();
  const [frame, setFrame] = useState<Size>();
  const [spot, setSpot] = useState<Point>({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [turn, setTurn] = useState(0);
  const [area, setArea] = useState<Area>();
  const [working, setWorking] = useState(false);
  const [broken, setBroken] = useState(false);
  const help = useId();

  const upright = media && turned({ width: media.naturalWidth, height: media.naturalHeight }, turn);
  const own = upright ? upright.width / upright.height : 1;
  const ratio = shape?.ratio ?? (power === undefined ? own : MOST_RATIO ** power);
  // How far the picture may be moved before the frame would leave it, in pixels of the screen.
  const shown = media && turned(media, turn);
  const room: Point =
    shown && frame
      ? {
          x: Math.max(0, (shown.width * zoom - frame.width) / 2),
          y: Math.max(0, (shown.height * zoom - frame.height) / 2),
        }
      : { x: 0, y: 0 };
  const size = area && within(area, cut);

  const move = (x: number, y: number) => setSpot({ x: clamp(x, room.x), y: clamp(y, room.y) });
  const zoomTo = (value: number) => setZoom(Math.min(MOST_ZOOM, Math.max(1, value)));
  const rotate = (by: number) => {
    setTurn((turn + by + 360) % 360);
    setSpot({ x: 0, y: 0 });
  };
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.shiftKey && event.key.startsWith('Arrow') ? STEP / 10 : STEP;
    const keys: Record<string, () => void> = {
      ArrowLeft: () => move(spot.x - step, spot.y),
      ArrowRight: () => move(spot.x + step, spot.y),
      ArrowUp: () => move(spot.x, spot.y - step),
      ArrowDown: () => move(spot.x, spot.y + step),
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
              <Button isDisabled={working} onPress={() => void finish(readyPicture(original, use))}>
                Use as it is
              </Button>
              <Button
                tone="ink"
                pending={working}
                isDisabled={!area}
                onPress={() => area && void finish(cutPicture(original, use, { ...area, turn }))}
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
          <p>{notAPicture()}</p>
        </Notice>
      ) : (
        <div className="grid gap-6 md:grid-cols-[minmax(0,1fr)_16rem]">
          <div className="relative h-[min(46dvh,28rem)] min-h-48 overflow-hidden rounded-control border border-rule bg-sunk">
            {url && (
              <Cropper
                image={url}
                crop={spot}
                zoom={zoom}
                rotation={turn}
                aspect={ratio}
                maxZoom={MOST_ZOOM}
                // The site's style sheets are files: the page's policy takes no others.
                disableAutomaticStylesInjection
                onCropChange={setSpot}
                onZoomChange={zoomTo}
                onCropAreaChange={(_, pixels) => setArea(pixels)}
                setMediaSize={setMedia}
                setCropSize={setFrame}
                // Logos are drawn for white paper.
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
                    setSpot({ x: 0, y: 0 });
                  }}
                />
              </div>
            )}
            {shape && shape.ratio === undefined && (
              <Slider
                label="Tall to wide"
                value={Math.round((Math.log(ratio) / Math.log(MOST_RATIO)) * 100)}
                words={size ? `${size.width} by ${size.height} pixels` : ''}
                least={-100}
                onChange={(value) => setPower(value / 100)}
              />
            )}
            <Slider
              label="Zoom"
              value={Math.round(((zoom - 1) / (MOST_ZOOM - 1)) * 100)}
              words={`${Math.round(zoom * 100)} percent`}
              onChange={(value) => zoomTo(1 + (value / 100) * (MOST_ZOOM - 1))}
            />
            {/* Moving the picture right shows more of its left: the sliders say where the frame is. */}
            <Slider
              label="Left to right"
              value={place(spot.x, room.x)}
              isDisabled={room.x < 1}
              onChange={(value) => move(room.x * (1 - value / 50), spot.y)}
            />
            <Slider
              label="Top to bottom"
              value={place(spot.y, room.y)}
              isDisabled={room.y < 1}
              onChange={(value) => move(spot.x, room.y * (1 - value / 50))}
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
              {size && Math.max(size.width, size.height) < cut / 2 && ', so it may look blurred'}
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

/** Where the frame stands over the picture, in percent of its way. */
function place(spot: number, room: number): number {
  return room < 1 ? 50 : Math.round(50 * (1 - spot / room));
}

/** The browser's own slider, in whole percent. */
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
  /** The value as it is read aloud. */
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
