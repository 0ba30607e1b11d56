// Questions that the browser tests ask of a page.
const probe = (() => {
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });

  // Any CSS colour as red, green, blue (0–255) and opacity (0–1).
  const colour = (css) => {
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = css;
    pen.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = pen.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (top, below) => [
    ...[0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3])), 1,
  ];
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((v) => v / 255)
      .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  // The contrast of WCAG between two colours without opacity.
  const ratio = (one, two) => {
    const [low, high] = [luminance(one), luminance(two)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const opaque = (css) => css !== 'none' && colour(css)[3] === 1;

  // What the page paints behind an element.
  const backdrop = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) {
      layers.push(colour(getComputedStyle(at).backgroundColor));
    }
    return layers.reverse().reduce((below, top) => over(top, below), [255, 255, 255, 1]);
  };

  const centre = (element) => {
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  // What a drawing paints behind one of its texts: the last filled shape
  // before it, unless the text brings a halo of the page's colour along.
  const behindText = (text) => {
    const style = getComputedStyle(text);
    if (style.paintOrder.startsWith('stroke') && opaque(style.stroke)) {
      return colour(style.stroke);
    }
    const svg = text.closest('svg');
    const [x, y] = centre(text);
    let below = backdrop(svg);
    for (const shape of svg.querySelectorAll('rect, circle, path, text')) {
      if (shape === text) break;
      if (shape.matches('text')) continue;
      const box = shape.getBoundingClientRect();
      const hit = box.left <= x && x <= box.right && box.top <= y && y <= box.bottom;
      const fill = getComputedStyle(shape).fill;
      if (hit && fill !== 'none') below = over(colour(fill), below);
    }
    return below;
  };

  return {
    settled: () => document.fonts.ready.then(() => new Promise((done) => {
      requestAnimationFrame(() => requestAnimationFrame(() => done(true)));
    })),
    shown: (element) => {
      const box = element.getBoundingClientRect();
      return element.checkVisibility() && box.width > 0 && box.height > 0;
    },
    contrast: (css, below) => ratio(over(colour(css), below), below),
    backdrop,
    behindText,
    // A text's contrast with what lies behind it.
    legible: (text) => {
      const below = text.closest('svg') ? behindText(text) : backdrop(text);
      const style = getComputedStyle(text);
      return probe.contrast(text.closest('svg') ? style.fill : style.color, below);
    },
    // The height of a drawing's letters on the screen, in pixels.
    letters: (text) =>
      parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a,
    name: (element) =>
      `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} “${element.textContent.trim().slice(0, 40)}”`,
  };
})();
