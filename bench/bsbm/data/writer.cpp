#include "bench/bsbm/data/writer.hpp"

#include <array>
#include <tuple>

#include "bench/bsbm/data/days.hpp"
#include "bench/bsbm/data/description.hpp"
#include "bench/bsbm/data/vocabulary.hpp"

namespace quadrille::bsbm {

namespace {

struct Period {
  Day begin, end;
  // Not `end` itself.
  Day random_day(Random& random) const {
    return begin + Days(random.below(static_cast<std::uint32_t>((end - begin).count())));
  }
};

constexpr Period kTypesPublished{day(2000, 6, 20), day(2000, 7, 23)};  // features, too
constexpr Period kProducersPublished{day(2000, 8, 20), day(2005, 7, 23)};
constexpr Period kProductsPublished{day(2000, 10, 20), day(2007, 1, 23)};
constexpr Period kOffersPublished{kToday - Days(97), kToday};  // vendors, too
constexpr Period kPersonsPublished{day(2008, 6, 20), day(2008, 9, 23)};

// Products are normally distributed among offers and reviews: those with middle numbers have most.
std::uint32_t random_product(Random& random, std::uint32_t products) {
  return random.normal_below(2, 4, products) + 1;
}

Part institution() {
  return Part(kInstances, "StandardizationInstitution", 1, "> ");
}

// "0.00" to "42949672.95"
class Price {
 public:
  explicit Price(std::uint32_t cents) {
    const std::uint32_t rest = cents % 100;
    char* end = std::to_chars(text_, text_ + 8, cents / 100).ptr;
    *end++ = '.';
    *end++ = static_cast<char>('0' + rest / 10);
    *end++ = static_cast<char>('0' + rest % 10);
    size_ = static_cast<std::size_t>(end - text_);
  }
  operator std::string_view() const { return {text_, size_}; }

 private:
  char text_[11];
  std::size_t size_;
};

// 40 hexadecimal digits, as of a SHA-1.
std::string random_checksum(Random& random) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (int digit = 0; digit < 40; ++digit) text += kDigits[random.below(16)];
  return text;
}

}  // namespace

void Writer::type(std::string& out, std::uint32_t number) const {
  Random random = catalog_.random(Stream::type, number);
  const Part subject = catalog_.type(number);
  Description about(out, subject);
  about.type(classes::kProductType);
  if (number == 1) {
    about.text(properties::kLabel, "Thing");
    about.text(properties::kComment, "The type of every product");
  } else {
    label_and_comment(about, random, 20, 50);
    about.link(properties::kSubClassOf, catalog_.type(catalog_.types().parent(number)));
  }
  about.published(institution(), kTypesPublished.random_day(random));
}

void Writer::feature(std::string& out, std::uint32_t number) const {
  Random random = catalog_.random(Stream::feature, number);
  const Part subject = catalog_.feature(number);
  Description about(out, subject);
  about.type(classes::kProductFeature);
  label_and_comment(about, random, 20, 50);
  about.published(institution(), kTypesPublished.random_day(random));
}

void Writer::producer(std::string& out, std::uint32_t number) const {
  Random random = catalog_.random(Stream::producer, number);
  const Part subject = catalog_.producer(number);
  Description about(out, subject);
  about.type(classes::kProducer);
  label_and_comment(about, random, 20, 50);
  about.link(properties::kHomepage, Part("<http://www.Producer", number, ".com/> "));
  about.link(properties::kCountry, random_country(random).iri);
  about.published(subject, kProducersPublished.random_day(random));
}

void Writer::product(std::string& out, std::uint32_t number) const {
  const std::uint32_t owner = catalog_.products().owner_of(number);
  if (number == catalog_.products().of(owner).first) producer(out, owner);
  Random random = catalog_.random(Stream::product, number);
  const Part subject = catalog_.product(number), of = catalog_.producer(owner);
  Description about(out, subject);
  about.type(classes::kProduct);
  label_and_comment(about, random, 50, 150);
  about.link(properties::kProducer, of);
  product_properties(about, random);
  product_types(about, random);
  about.published(of, kProductsPublished.random_day(random));
}

// Properties 1 to 3 always; 4 to 6 by one of three patterns, of 40, 20 and 40 % of the products.
void Writer::product_properties(Description& about, Random& random) const {
  constexpr std::array<std::array<std::uint32_t, 6>, 3> kPercent{
      {{100, 100, 100, 100, 100, 0}, {100, 100, 100, 50, 25, 0}, {100, 100, 100, 0, 25, 50}}};
  const std::uint32_t place = random.below(100);
  const auto& percent = kPercent[place < 40 ? 0 : place < 60 ? 1 : 2];
  for (std::uint32_t property = 1; property <= 6; ++property) {
    if (random.chance(percent[property - 1])) {
      about.integer(Part(kProperties, "productPropertyNumeric", property, "> "), random.normal_below(0, 2, 2000) + 1);
    }
    if (random.chance(percent[property - 1])) {
      about.typed(Part(kProperties, "productPropertyTextual", property, "> "), sentence(random, 3, 15),
                  datatypes::kString);
    }
  }
}

// A leaf, the first ones most often, and all types above it; of the features of these a quarter.
void Writer::product_types(Description& about, Random& random) const {
  const TypeTree& types = catalog_.types();
  const Shares::Range leaves = types.leaves();
  const std::uint32_t leaf = leaves.first + random.normal_below(0, 2, leaves.last - leaves.first + 1);
  for (std::uint32_t type = leaf; type != 0; type = types.parent(type)) {
    about.type(catalog_.type(type));
    const Shares::Range features = types.features_of(type);
    for (std::uint32_t feature = features.first; feature <= features.last; ++feature) {
      if (random.chance(25)) about.link(properties::kFeature, catalog_.feature(feature));
    }
  }
}

void Writer::vendor(std::string& out, std::uint32_t number) const {
  Random random = catalog_.random(Stream::vendor, number);
  const Part subject = catalog_.vendor(number);
  Description about(out, subject);
  about.type(classes::kVendor);
  label_and_comment(about, random, 20, 50);
  about.link(properties::kHomepage, Part("<http://www.vendor", number, ".com/> "));
  about.link(properties::kCountry, random_country(random).iri);
  about.published(subject, kOffersPublished.random_day(random));
}

void Writer::offer(std::string& out, std::uint32_t number) const {
  const std::uint32_t owner = catalog_.offers().owner_of(number);
  if (number == catalog_.offers().of(owner).first) vendor(out, owner);
  Random random = catalog_.random(Stream::offer, number);
  const Part subject(kInstances, "dataFromVendor", owner, "/Offer", number, "> ");
  const Part page(kInstances, "dataFromVendor", owner, "/Offer", number, "/> ");
  const Part of = catalog_.vendor(owner);
  const Day published = kOffersPublished.random_day(random);
  Description about(out, subject);
  about.type(classes::kOffer);
  about.link(properties::kProduct, catalog_.product(random_product(random, catalog_.products().numbers())));
  about.link(properties::kVendor, of);
  about.typed(properties::kPrice, Price(random.between(500, 1'000'000)), datatypes::kUsd);
  about.midnight(properties::kValidFrom, published - Days(random.between(0, 90)));
  about.midnight(properties::kValidTo, published + Days(random.between(7, 90)));
  about.integer(properties::kDeliveryDays, random.normal_below(2, 14.2, 21) + 1);
  about.link(properties::kOfferWebpage, page);
  about.published(of, published);
}

void Writer::person(std::string& out, std::uint32_t number) const {
  Random random = catalog_.random(Stream::person, number);
  const Part subject = catalog_.person(number);
  const Country& country = random_country(random);
  Description about(out, subject);
  about.type(classes::kPerson);
  about.text(properties::kName, name_of_person(random.below(kNames)));
  about.text(properties::kMboxSha1, random_checksum(random));
  about.link(properties::kCountry, country.iri);
  about.published(catalog_.site(catalog_.persons().owner_of(number)), kPersonsPublished.random_day(random));
  const Shares::Range reviews = catalog_.reviews().of(number);
  for (std::uint32_t each = reviews.first; each <= reviews.last; ++each) review(out, each, number, country);
}

void Writer::review(std::string& out, std::uint32_t number, std::uint32_t person, const Country& country) const {
  constexpr std::uint32_t kMinutesOfDay = 24 * 60, kMinutes = 365 * kMinutesOfDay;  // of the last year
  Random random = catalog_.random(Stream::review, number);
  const std::uint32_t site = catalog_.persons().owner_of(person);
  const Part subject(kInstances, "dataFromRatingSite", site, "/Review", number, "> ");
  const std::uint32_t written = random.below(kMinutes), published = random.between(written, kMinutes - 1);
  Description about(out, subject);
  about.type(classes::kReview);
  about.link(properties::kReviewFor, catalog_.product(random_product(random, catalog_.products().numbers())));
  about.link(properties::kReviewer, Part(kInstances, "dataFromRatingSite", site, "/Reviewer", person, "> "));
  about.midnight(properties::kReviewDate, kToday - Days(365) + Days(written / kMinutesOfDay));
  about.text(properties::kTitle, sentence(random, 4, 15));
  about.text_in(properties::kText, sentence(random, 50, 200), country.language);
  for (std::uint32_t rating = 1; rating <= 4; ++rating) {
    if (random.chance(70)) about.integer(Part(kProperties, "rating", rating, "> "), random.between(1, 10));
  }
  about.published(catalog_.site(site), kToday - Days(365) + Days(published / kMinutesOfDay));
}

std::string Writer::product_label(std::uint32_t number) const {
  Random random = catalog_.random(Stream::product, number);
  return std::string(sentence(random, 1, 3));
}

Sentence Writer::sentence(Random& random, std::uint32_t fewest, std::uint32_t most) const {
  const std::uint32_t words = random.between(fewest, most);
  return Sentence(dictionary_, random, words);
}

// The label has one to three words.
void Writer::label_and_comment(Description& about, Random& random, std::uint32_t fewest, std::uint32_t most) const {
  about.text(properties::kLabel, sentence(random, 1, 3));
  about.text(properties::kComment, sentence(random, fewest, most));
}

}  // namespace quadrille::bsbm
