export function FirstChair({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 340 406" fill="none" aria-hidden="true" className={`drawing ${className}`}>
      <g className="fill-velvet" transform="translate(9 7)">
        <rect x="30" y="16" width="74" height="44" rx="20" transform="rotate(-9 67 38)" />
        <path d="M46 92c-4-20 8-30 24-32l22-2c16-1 25 8 28 22l28 142c2 12-4 20-16 20H92c-12 0-18-6-20-18z" />
        <rect x="74" y="230" width="186" height="50" rx="24" />
        <rect x="126" y="166" width="122" height="24" rx="12" />
      </g>
      <g stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
        <rect x="30" y="16" width="74" height="44" rx="20" transform="rotate(-9 67 38)" />
        <path d="M62 62l2 6M84 58l1 6" />
        <path d="M46 100c-4-20 8-32 24-34l20-2c16-1 25 8 28 22l28 136c2 12-4 20-16 20H92c-12 0-18-6-20-18z" />
        <path d="M66 104c6 10 30 6 34-4M76 150c8 9 28 6 33-3M85 196c8 9 28 6 33-3" strokeWidth="1.5" />
        <rect x="74" y="230" width="186" height="50" rx="24" />
        <path d="M96 255h142" strokeWidth="1.5" strokeDasharray="1 9" />
        <rect x="126" y="166" width="122" height="24" rx="12" />
        <path d="M232 190c4 18 0 30-8 40" />
        <path d="M104 281h128l-14 20h-98z" />
        <path d="M154 301v64M184 301v64M154 318h30M154 332h30" />
        <path d="M184 312l66-6c8-1 14 3 14 9" />
        <path d="M246 276c18 10 28 28 30 52l2 20" />
        <path d="M256 348h64c6 0 9 3 9 7s-3 7-9 7h-58c-5 0-7-3-7-7z" />
        <path d="M84 404c0-24 30-38 86-39 56 1 86 15 86 39z" />
        <path d="M110 392c14-8 34-12 60-12s46 4 60 12" strokeWidth="1.5" />
      </g>
    </svg>
  )
}
