/** A few quiet sounds, made by the browser itself. Off by default; loaded when turned on. */
export type Sound = "dice" | "step" | "money" | "card" | "knock" | "turn" | "end";

let context: AudioContext | null = null;

function tone(at: number, pitch: number, length: number, loud: number, shape: OscillatorType = "sine"): void {
  const sound = context!.createOscillator();
  const volume = context!.createGain();
  sound.type = shape;
  sound.frequency.value = pitch;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loud, at + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
  sound.connect(volume).connect(context!.destination);
  sound.start(at);
  sound.stop(at + length);
}

function rattle(at: number, length: number, loud: number, pitch: number): void {
  const rate = context!.sampleRate;
  const noise = context!.createBuffer(1, Math.ceil(rate * length), rate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 3;
  const sound = context!.createBufferSource();
  const filter = context!.createBiquadFilter();
  const volume = context!.createGain();
  sound.buffer = noise;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  volume.gain.value = loud;
  sound.connect(filter).connect(volume).connect(context!.destination);
  sound.start(at);
}

export function play(name: Sound): void {
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  const now = context.currentTime;
  switch (name) {
    case "dice":
      for (const [after, pitch] of [
        [0, 1900],
        [0.07, 1500],
        [0.15, 2100],
        [0.26, 1300],
      ] as const)
        rattle(now + after, 0.06, 0.5, pitch);
      break;
    case "step":
      rattle(now, 0.03, 0.16, 900);
      break;
    case "money":
      tone(now, 1180, 0.12, 0.06);
      tone(now + 0.07, 1570, 0.16, 0.06);
      break;
    case "card":
      rattle(now, 0.14, 0.25, 3200);
      break;
    case "knock":
      rattle(now, 0.08, 0.6, 420);
      break;
    case "turn":
      tone(now, 523, 0.25, 0.07);
      tone(now + 0.12, 784, 0.35, 0.07);
      break;
    case "end":
      [523, 659, 784, 1047].forEach((pitch, index) => tone(now + index * 0.13, pitch, 0.5, 0.07, "triangle"));
  }
}
